import type { QuarantineReason } from '../reading/source.js';

/** Why a message is not sent; this exception never leaves the folder `mapping`. */
export class Quarantined extends Error {
  override readonly name = 'Quarantined';

  constructor(
    readonly reason: QuarantineReason,
    detail: string,
  ) {
    super(detail);
  }
}

const MAX_SHOWN = 60;

/** A value as shown in a detail: short, on one line. */
export function shown(value: unknown): string {
  const text = (
    typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : (JSON.stringify(value) ?? String(value))
  ).toWellFormed();
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
