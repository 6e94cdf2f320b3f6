/** The service refuses shorter passwords. */
export const MIN_PASSWORD_CHARACTERS = 12;
const STRONG_CHARACTERS = 16;
const STRONG_VARIETY = 8;

/** By length and variety only; the service checks for common and personal passwords. */
export function strengthOf(password: string): 'short' | 'fair' | 'strong' {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_CHARACTERS) return 'short';
  return characters.length >= STRONG_CHARACTERS && new Set(characters).size >= STRONG_VARIETY ? 'strong' : 'fair';
}
