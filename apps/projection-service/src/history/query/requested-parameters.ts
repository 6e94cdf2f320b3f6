import type { Narrowing } from '#identity/caller.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import type { QueryParameters } from '../../reading/query-parameters.js';
import type { HistoryQuery } from './history-query.js';

/** Parameters that select objects, in addition to the place and the times. */
export const OBJECT_PARAMETERS = ['type', 'id'] as const;
export const TIME_PARAMETERS = ['from', 'to'] as const;

const DAY_MS = 86_400_000;
/** Limits the work: a search in an area runs day by day, and trips of an object use all its reports. */
const MAX_DAYS = 92;
const TYPES = { maxCount: 20, maxCharacters: 256 };
const IDS = { maxCount: 50, maxCharacters: 256 };
const EARLIEST = '0001-01-01T00:00:00.000Z';

/** Refuses tokens that are narrowed to a place: they may see where objects are, but not where they were. */
export function refuseNarrowedPlace(narrowing: Narrowing | undefined): void {
  if (narrowing?.bbox !== undefined)
    throw new Problem(
      'forbidden',
      'A token that is limited to an area shows current positions, but not the history, because it may lie outside the area.',
    );
}

export function requestedObjects(parameters: QueryParameters): Pick<HistoryQuery, 'types' | 'ids'> {
  return { types: parameters.texts('type', TYPES), ids: parameters.texts('id', IDS) };
}

/**
 * The requested times. Without `to`, until now; without `from`, from the beginning.
 * @param isBounded for queries about a place, and trips: at most 92 days; without `from`, the last day before `to`
 */
export function requestedTimes(
  parameters: QueryParameters,
  isBounded: boolean,
  now = new Date().toISOString(),
): Pick<HistoryQuery, 'from' | 'to'> {
  const to = parameters.time('to') ?? now;
  const from = parameters.time('from') ?? (isBounded ? new Date(Date.parse(to) - DAY_MS).toISOString() : EARLIEST);
  if (from >= to)
    throw invalidParameter(parameters.text('from') === undefined ? 'to' : 'from', '`from` must be before `to`; an omitted `to` means now.');
  if (isBounded && Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS)
    throw invalidParameter(
      'from',
      `The time from \`from\` to \`to\` must not span more than ${MAX_DAYS} days here; send several requests for shorter times.`,
    );
  return { from, to };
}
