import { renameSync, statSync } from 'node:fs';

const MAX_BYTES = 64 * 1024 * 1024;

/** Call it before a start: a log above 64 MiB becomes `<file>.1`, replacing the former one. */
export function rotateLog(file: string, largestBytes = MAX_BYTES): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestBytes) renameSync(file, `${file}.1`);
}
