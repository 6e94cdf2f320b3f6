/**
 * Waits for statements that were sent together (pipelined). Postgres answers everything after the first failure with "current transaction
 * is aborted", so only the first failure says what went wrong.
 * @param sent promises of their results, or of checks of these, in the order in which they were sent
 * @returns the results
 * @throws the first failure in this order, after all have ended
 */
export async function inOrder<T extends readonly Promise<unknown>[] | []>(sent: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(sent);
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
