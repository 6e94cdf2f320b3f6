import type { DeadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { type LetterName, letterNameHint, readLetterName } from '#kafka/dead-letters/letter-name.js';

/** @throws Error with the format of a name */
export function parseLetterName(text: string, desks: DeadLetterDesks): LetterName {
  const sources = [...desks.keys()];
  const name = readLetterName(text, sources);
  if (name === undefined) throw new Error(`${JSON.stringify(text)} names no dead letter: ${letterNameHint(sources)}.`);
  return name;
}

/** The named offsets by source. */
export function bySource(names: readonly LetterName[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { source, offset } of names) groups.set(source, [...new Set([...(groups.get(source) ?? []), offset])]);
  return groups;
}
