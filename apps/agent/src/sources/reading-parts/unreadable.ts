import type { QuarantineReason, Received } from '../../reading/source.js';

const MAX_KEPT_CHARACTERS = 4096;

/** A quarantined message. */
export function keptApart(document: unknown, reason: QuarantineReason, detail: string): Received {
  return { document, quarantined: { reason, detail } };
}

/** The stored form of unreadable bytes: their beginning, as text. */
export function beginningOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, MAX_KEPT_CHARACTERS)).toString('utf8').toWellFormed();
}
