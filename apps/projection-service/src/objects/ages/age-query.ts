import { invalidParameter } from '#problems/invalid-parameter.js';
import type { ObjectFilter } from '../../reading/object-filter.js';
import type { QueryParameters } from '../../reading/query-parameters.js';

/** Parameters of a list by age: its order, and the age limit. */
export const AGE_PARAMETERS = ['order', 'seenBefore', 'count'] as const;

/** Objects by the time they were last seen. */
export interface AgeQuery extends ObjectFilter {
  newestFirst: boolean;
  /** Milliseconds since 1970. */
  seenBefore?: number;
}

/** The query by age; undefined if the list is ordered by id. @throws Problem invalid-parameter */
export function ageQueryOf(parameters: QueryParameters, filter: ObjectFilter): { query: AgeQuery; isCounted: boolean } | undefined {
  const order = parameters.choice(
    'order',
    ['externalId', 'lastSeen', '-lastSeen'],
    parameters.text('seenBefore') === undefined ? 'externalId' : 'lastSeen',
  );
  const before = parameters.time('seenBefore');
  const isCounted = parameters.flag('count');
  if (order === 'externalId') {
    if (before !== undefined) throw invalidParameter('order', 'With seenBefore the order is lastSeen or -lastSeen.');
    if (isCounted) throw invalidParameter('count', 'It requires order=lastSeen, order=-lastSeen or seenBefore.');
    return undefined;
  }
  return {
    query: { ...filter, newestFirst: order === '-lastSeen', ...(before !== undefined && { seenBefore: Date.parse(before) }) },
    isCounted,
  };
}
