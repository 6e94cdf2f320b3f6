import type { Narrowing } from '#identity/caller.js';
import { FIELD_SOURCE, ID_SOURCE, TITLE_SOURCE } from './index/searched-words.js';

/** An upper bound, by bytes, for all texts that begin with the words. */
export const endOf = (words: string): string => `${words}\u{10ffff}`;

/**
 * SQL over a row of object_text: whether the token may search this text. @param value adds a
 * parameter and returns its placeholder
 */
export function visibleSql(row: string, narrowing: Narrowing | undefined, value: (given: unknown) => string): string {
  if (narrowing?.fields === undefined) return 'true';
  return `${row}.source = any(${value([ID_SOURCE, TITLE_SOURCE, ...narrowing.fields.map((field) => FIELD_SOURCE + field)])}::text[])`;
}

/** SQL: a text of the object begins with the words. @param object a row with workspace and external_id */
export function wordsSql(words: string, narrowing: Narrowing | undefined, object: string, value: (given: unknown) => string): string {
  return `exists (select from object_text w where w.workspace = ${object}.workspace and w.external_id = ${object}.external_id
    and w.words >= ${value(words)} and w.words < ${value(endOf(words))} and ${visibleSql('w', narrowing, value)})`;
}
