/** An unvalidated JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** A non-empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function finiteOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Control characters and unpaired surrogates, which no database accepts. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Whether the gateway accepts it as a name, an id or a value: 1 to `longest` characters, all printable. */
export function isPrintable(text: string, longest: number): boolean {
  return text.length >= 1 && text.length <= longest && !UNPRINTABLE.test(text);
}

/** Whether lists and objects are nested more deeply than that; stops at that depth. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof member === 'object' && member !== null && isDeeperThan(member, depth - 1)) return true;
  }
  return false;
}

/** RFC 3339, 5.6, whose offset is mandatory: without it the instant is ambiguous. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,12})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970; undefined for anything but an RFC 3339 instant. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined;
  const at = Date.parse(value.replace(' ', 'T').toUpperCase());
  return Number.isNaN(at) ? undefined : at;
}
