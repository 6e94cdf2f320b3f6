import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 8 * 1024;

/** The last lines of a log file, from at most 8 KiB; empty if it does not exist. */
export function logTail(file: string, lines = 20): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const size = fstatSync(handle).size;
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(handle);
  }
}
