import { invalidParameter } from '#problems/invalid-parameter.js';
import { type Near, NEAR_PARAMETERS, nearOf } from '../reading/near.js';
import type { ObjectFilter } from '../reading/object-filter.js';
import type { QueryParameters } from '../reading/query-parameters.js';
import { type FieldCondition, fieldCondition, MAX_CONDITIONS, refuseHiddenFields } from './field-condition.js';
import { normalised } from './index/searched-words.js';

/** Parameters of a list that make it a search. */
export const SEARCH_PARAMETERS = ['q', ...NEAR_PARAMETERS, 'field'] as const;

const MAX_WORDS = 256;
const MAX_CONDITION = 600;

/** A search among the objects of a filter; all parts must match. */
export interface SearchQuery extends ObjectFilter {
  /** Normalised like the search texts. */
  words?: string;
  near?: Near;
  conditions: readonly FieldCondition[];
}

/** The search in a request; undefined for a plain list. @throws Problem invalid-parameter, forbidden */
export function searchQueryOf(parameters: QueryParameters, filter: ObjectFilter): SearchQuery | undefined {
  const text = parameters.text('q', MAX_WORDS);
  const near = nearOf(parameters);
  const conditions = (parameters.texts('field', { maxCount: MAX_CONDITIONS, maxCharacters: MAX_CONDITION }) ?? []).map(fieldCondition);
  refuseHiddenFields(conditions, filter.narrowing);
  if (text === undefined && near === undefined && conditions.length === 0) return undefined;
  const words = text === undefined ? undefined : normalised(text);
  if (words === '') throw invalidParameter('q', 'It is blank; send some characters of an id, a title or a value.');
  if (near !== undefined && near.radius === undefined && (words !== undefined || conditions.length > 0))
    throw invalidParameter(
      'radius',
      'It is required when near is combined with q or field; send metres. Without it, the query could scan the whole earth.',
    );
  return { ...filter, ...(words !== undefined && { words }), ...(near && { near }), conditions };
}
