/** Names and places from a value to one inside it, as one more part of a JSON pointer (RFC 6901). */
export function pointerTo(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const part of path) pointer += `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

/** The names and places that a JSON pointer leads along; none for the empty pointer, which is the value itself. */
export function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
