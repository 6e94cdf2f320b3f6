/** Names and indexes as JSON pointer (RFC 6901), to append to the pointer of the value that they start from. */
export function pointerTo(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const part of path) pointer += `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

/** Names and indexes in a JSON pointer; none for the empty pointer, which is the value itself. */
export function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
