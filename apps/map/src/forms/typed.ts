/**
 * The typed text as a body has it. Empty is left out; a text that is no number is sent as it stands, so that the service says
 * what is wrong with it.
 */
export const numberOf = (typed: string): number | undefined =>
  typed.trim() === ''
    ? undefined
    : Number.isFinite(Number(typed.replace(',', '.')))
      ? Number(typed.replace(',', '.'))
      : (typed as unknown as number);

export const textOf = (typed: string): string | undefined => (typed.trim() === '' ? undefined : typed.trim());

/** A list that is typed with commas or by lines; undefined: nothing. */
export function listOf(typed: string): string[] | undefined {
  const parts = typed
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts;
}
