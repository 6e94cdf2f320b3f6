const MOST_OF_32_BITS = 2_147_483_647;

/** Members whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'mapping', 'required']);

/**
 * Adds a `format` with the width to all numbers in a part of the document. Without it, Go clients store a `number` in 32 bits, which
 * moves a position by up to a metre, and Java clients store an `integer` in 32 bits.
 */
export function withNumberFormats<T>(part: T): T {
  if (Array.isArray(part)) return part.map((each: unknown) => withNumberFormats(each)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, each]: [string, unknown]) => [name, DATA.has(name) ? each : withNumberFormats(each)]);
  const { type: types, format, maximum = Infinity } = part as { type?: unknown; format?: unknown; maximum?: number };
  const type: unknown = Array.isArray(types) ? types[0] : types;
  const width = type === 'number' ? 'double' : type === 'integer' && maximum > MOST_OF_32_BITS ? 'int64' : undefined;
  return Object.fromEntries(format === undefined && width !== undefined ? [...entries, ['format', width]] : entries) as T;
}
