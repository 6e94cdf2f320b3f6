/** Deeper than any tracker's message, and far from a depth that overflows the stack when it is serialised again. */
const MAX_DEPTH = 64;

/** The value of a JSON text, or its fault. */
export type ParsedJson = { readonly value: unknown } | { readonly fault: string };

/** Reads JSON (RFC 8259) of at most 64 levels. The fault never repeats the text. */
export function parseJson(text: string): ParsedJson {
  if (depthOf(text) > MAX_DEPTH) return { fault: `JSON with more than ${MAX_DEPTH} levels` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: text.trim() === '' ? 'empty' : 'no JSON' };
  }
}

/** The deepest level of brackets outside strings; stops when it is too deep. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length && deepest <= MAX_DEPTH; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}
