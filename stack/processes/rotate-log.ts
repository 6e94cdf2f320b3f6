import { renameSync, statSync } from 'node:fs';

const LARGEST_BYTES = 64 * 1024 * 1024;

/** Before a start: a log that has grown above 64 MiB becomes `<file>.1`, and the one that had that name goes. */
export function rotateLog(file: string, largestBytes = LARGEST_BYTES): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestBytes) renameSync(file, `${file}.1`);
}
