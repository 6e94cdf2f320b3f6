import type { QuarantineReason, Received } from '../source.js';

const MAX_KEPT_CHARACTERS = 4096;

/** A message that is kept apart. */
export function keptApart(document: unknown, reason: QuarantineReason, detail: string): Received {
  return { document, quarantined: { reason, detail } };
}

/** Bytes that could not be read, as they are kept: the beginning of them, as text. */
export function beginningOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, MAX_KEPT_CHARACTERS)).toString('utf8').toWellFormed();
}
