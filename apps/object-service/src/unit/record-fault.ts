/** SQLSTATE classes of data exceptions and broken constraints: what a value brings about, not the database. */
const DATA_FAULT = /^2[23][0-9A-Z]{3}$/;

/** Whether a failure may be one record's doing: a value that can't be stored, or one that the rules stumbled over. */
export function blamesRecord(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && DATA_FAULT.test(code);
}
