import type { QuarantineReason } from '../sources/source.js';

/** Why nothing is sent of a message; never leaves the room `mapping` as an exception. */
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

/** A value as a detail may show it: short, on one line. */
export function shown(value: unknown): string {
  const text = (
    typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : (JSON.stringify(value) ?? String(value))
  ).toWellFormed();
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
