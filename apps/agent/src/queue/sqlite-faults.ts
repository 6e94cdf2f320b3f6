const BUSY = 5;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** Result codes of SQLite (https://sqlite.org/rescode.html); the low byte of an extended code is the primary one. */
function primaryCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

/** Nothing was changed, and a retry may succeed: the disk is full, or another process uses the file. */
export function isPassing(error: unknown): boolean {
  const code = primaryCode(error);
  return code === FULL || code === IO_ERROR || code === BUSY || code === CANT_OPEN;
}

/** The file does not contain what was written. */
export function isCorrupt(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}
