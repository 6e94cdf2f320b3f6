/** The deepest accepted nesting; an element needs six levels. */
export const MAX_DEPTH = 64;

export interface JsonScan {
  /** Number of colons outside strings, which in valid JSON is the number of members of all objects. */
  members: number;
  depth: number;
}

/** One pass over the bytes, valid or not. It bounds the depth before any recursive code sees the value. */
export function scanJson(bytes: Uint8Array): JsonScan {
  const { length } = bytes;
  let members = 0;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x22) {
      for (at++; at < length; at++) {
        const inside = bytes[at]!;
        if (inside === 0x22) break;
        if (inside === 0x5c) at++;
      }
    } else if (byte === 0x3a) members++;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return { members, depth: deepest };
}

/** Number of members of all objects in a parsed value; fewer than in the text if a name occurs twice. */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const entry: unknown = value[at];
      if (typeof entry === 'object' && entry !== null) count += countMembers(entry);
    }
    return count;
  }
  for (const name in value) {
    count += 1;
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'object' && member !== null) count += countMembers(member);
  }
  return count;
}
