/** The value at a JSON pointer (RFC 6901); undefined when there is none. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  let at = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    if (Array.isArray(at) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}
