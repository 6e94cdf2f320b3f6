/** SQLSTATE classes of data exceptions and constraint violations, which are caused by a value. */
const DATA_FAULT = /^2[23][0-9A-Z]{3}$/;

/** Whether a single record may have caused a failure, by a value that cannot be stored or that made the rules fail. */
export function blamesRecord(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && DATA_FAULT.test(code);
}
