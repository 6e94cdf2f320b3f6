/** Types in the address, separated by commas and percent-encoded, because a type may contain a comma. Wrong encoding is kept unchanged. */
export function typesIn(text: string): string[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

export const typesText = (types: readonly string[]): string => types.map(encodeURIComponent).join(',');
