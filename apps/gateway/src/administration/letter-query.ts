import { LETTER_SOURCES } from '#kafka/dead-letters/dead-letter-desks.js';
import { type LetterName, letterNameHint, readLetterName } from '#kafka/dead-letters/letter-name.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';

/** As parsed by Fastify: a parameter given twice is an array. */
type RawQuery = Readonly<Record<string, unknown>>;

export const LETTERS_PER_PAGE = { most: 200, usual: 50 };

/** The parameters as strings. @throws Problem 400 for an unknown or repeated one */
function textsOf(query: RawQuery, known: readonly string[]): Record<string, string | undefined> {
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name))
      throw invalidParameter(name.slice(0, 100), `This parameter does not exist here; the existing ones are ${known.join(', ')}.`);
    if (typeof value !== 'string') throw invalidParameter(name, 'It was sent more than once; send it once.');
  }
  return query as Record<string, string | undefined>;
}

function sourceOf(text: string | undefined): string | undefined {
  if (text !== undefined && !LETTER_SOURCES.includes(text))
    throw invalidParameter('source', `It must be one of ${LETTER_SOURCES.join(', ')}.`);
  return text;
}

function letterOf(name: string, text: string | undefined): LetterName | undefined {
  if (text === undefined) return undefined;
  const letter = readLetterName(text, LETTER_SOURCES);
  if (letter === undefined) throw invalidParameter(name, `It is not the name of a dead letter: ${letterNameHint(LETTER_SOURCES)}.`);
  return letter;
}

/** The query of the list. @throws Problem 400 */
export function readListQuery(query: RawQuery): { source: string | undefined; after: LetterName | undefined; limit: number } {
  const { source, after, limit } = textsOf(query, ['source', 'after', 'limit']);
  const { most, usual } = LETTERS_PER_PAGE;
  const count = limit === undefined ? usual : Number(limit);
  if (limit !== undefined && (!/^\d{1,3}$/.test(limit) || count < 1 || count > most))
    throw invalidParameter('limit', `It must be a whole number from 1 to ${most}.`);
  return { source: sourceOf(source), after: letterOf('after', after), limit: count };
}

/** The query of a replay. @throws Problem 400 */
export function readReplayQuery(query: RawQuery): { source: string; upTo: number } {
  const texts = textsOf(query, ['source', 'upTo']);
  const source = sourceOf(texts['source']);
  if (source === undefined) throw invalidParameter('source', `It is required; send one of ${LETTER_SOURCES.join(', ')}.`);
  const upTo = letterOf('upTo', texts['upTo']);
  if (upTo !== undefined && upTo.source !== source) throw invalidParameter('upTo', `It must be a letter of ${source}.`);
  return { source, upTo: upTo?.offset ?? Infinity };
}

/** The letter that a path names. @throws Problem 404 */
export function readLetterParameter(text: string): LetterName {
  const letter = readLetterName(text, LETTER_SOURCES);
  if (letter === undefined) throw new Problem('not-found', `This is not the name of a dead letter: ${letterNameHint(LETTER_SOURCES)}.`);
  return letter;
}
