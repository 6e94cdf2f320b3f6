/**
 * Types as the address keeps them: parted by commas, each percent-encoded, as a type may have a comma itself. What is
 * encoded wrongly is taken as it stands.
 */
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
