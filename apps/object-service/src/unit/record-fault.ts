/** SQLSTATE classes of data exceptions and constraint violations, which a value causes, not the database. */
const DATA_FAULT = /^2[23][0-9A-Z]{3}$/;

/** Whether one record may have caused a failure: a value that cannot be stored, or one that made the rules fail. */
export function blamesRecord(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && DATA_FAULT.test(code);
}
