/**
 * The typed text for the body. Empty text is omitted; a text that is not a number is sent unchanged, so that the service reports the fault.
 */
export const numberOf = (typed: string): number | undefined =>
  typed.trim() === ''
    ? undefined
    : Number.isFinite(Number(typed.replace(',', '.')))
      ? Number(typed.replace(',', '.'))
      : (typed as unknown as number);

export const textOf = (typed: string): string | undefined => (typed.trim() === '' ? undefined : typed.trim());

/** A list typed with commas or line breaks; undefined if it is empty. */
export function listOf(typed: string): string[] | undefined {
  const parts = typed
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts;
}
