import type { FieldState, ObjectState } from '#object-rules/object.js';

/** Only the beginning of longer texts is searched, since the size of an index entry is limited. */
const MAX_CHARACTERS = 96;

/** Source of a text: `i` for the id, `t` for the title, `f` and a name for a field. */
export const ID_SOURCE = 'i';
export const TITLE_SOURCE = 't';
export const FIELD_SOURCE = 'f';

/** A searchable text of one object, with its source. */
export interface SearchedText {
  source: string;
  words: string;
}

/** The form for comparisons: without case, accents and repeated spaces, so that "Gruen  Str" finds "gruen str". */
export function normalised(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length > MAX_CHARACTERS ? [...plain].slice(0, MAX_CHARACTERS).join('') : plain;
}

/** Whether a field is searched. Numbers are compared, not searched, and a cleared field has a type but no words. */
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
