/** The service refuses shorter ones. */
export const MIN_PASSWORD_CHARACTERS = 12;
const STRONG_CHARACTERS = 16;
const STRONG_VARIETY = 8;

/** By length and variety alone: what is common or personal, the service knows. */
export function strengthOf(password: string): 'short' | 'fair' | 'strong' {
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_CHARACTERS) return 'short';
  return characters.length >= STRONG_CHARACTERS && new Set(characters).size >= STRONG_VARIETY ? 'strong' : 'fair';
}
