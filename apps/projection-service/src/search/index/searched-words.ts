import type { FieldState, ObjectState } from '#object-rules/object.js';

/** Only the beginning of longer texts is searched: an index entry has no room for more. */
const MAX_CHARACTERS = 96;

/** Source of a text: `i` the id, `t` the title, `f` and a name a field. */
export const ID_SOURCE = 'i';
export const TITLE_SOURCE = 't';
export const FIELD_SOURCE = 'f';

/** A searchable text of one object, with its source. */
export interface SearchedText {
  source: string;
  words: string;
}

/** The form used for comparison: without case, accents and doubled spaces, so that "Gruen  Str" finds "gruen str". */
export function normalised(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length > MAX_CHARACTERS ? [...plain].slice(0, MAX_CHARACTERS).join('') : plain;
}

/** Numbers are compared, not searched. A cleared field has its type still, and no words. */
export function isSearched({ type }: FieldState): boolean {
  return type !== 'Number';
}

function wordsOf({ value }: FieldState): string {
  if (value === null || typeof value === 'number') return '';
  return normalised(typeof value === 'string' ? value : value.categoryName);
}

/** All search texts of an object. */
export function searchedTexts({ externalId, title, fields }: Pick<ObjectState, 'externalId' | 'title' | 'fields'>): SearchedText[] {
  const texts = [
    { source: ID_SOURCE, words: normalised(externalId) },
    { source: TITLE_SOURCE, words: normalised(title ?? '') },
    ...Object.entries(fields)
      .filter(([, field]) => isSearched(field))
      .map(([name, field]) => ({ source: FIELD_SOURCE + name, words: wordsOf(field) })),
  ];
  return texts.filter(({ words }) => words !== '');
}
