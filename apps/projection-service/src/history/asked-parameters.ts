import { Problem } from '#problems/problem.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { Narrowing } from '#identity/caller.js';
import type { QueryParameters } from '../reading/query-parameters.js';
import type { Asked } from './history-query.js';

/** Of which objects; beside them go the place and the times. */
export const OBJECT_PARAMETERS = ['type', 'id'] as const;
export const TIME_PARAMETERS = ['from', 'to'] as const;

const DAY_MS = 86_400_000;
/** What is looked for in an area is looked for day by day. */
const MOST_DAYS_OF_REGION = 92;
const TYPES = { maxCount: 20, maxCharacters: 256 };
const IDS = { maxCount: 50, maxCharacters: 256 };
const EARLIEST = '0001-01-01T00:00:00.000Z';

/** A token that is narrowed to a place sees where objects are now, and nothing of where they were. */
export function refuseNarrowedPlace(narrowing: Narrowing | undefined): void {
  if (narrowing?.bbox !== undefined) throw new Problem('forbidden', 'What is narrowed to an area shows where objects are now, and no history: that may lie outside.');
}

export function objectsAsked(parameters: QueryParameters): Pick<Asked, 'types' | 'ids'> {
  return { types: parameters.texts('type', TYPES), ids: parameters.texts('id', IDS) };
}

/** Without `to` until now, without `from` from the day before, or, where nothing is asked of a place, from the beginning. */
export function timesAsked(parameters: QueryParameters, inRegion: boolean, now = new Date().toISOString()): Pick<Asked, 'from' | 'to'> {
  const to = parameters.time('to') ?? now;
  const from = parameters.time('from') ?? (inRegion ? new Date(Date.parse(to) - DAY_MS).toISOString() : EARLIEST);
  if (from >= to) throw invalidParameter(parameters.text('from') === undefined ? 'to' : 'from', '`from` must be before `to`, which is now when it is left out.');
  if (inRegion && Date.parse(to) - Date.parse(from) > MOST_DAYS_OF_REGION * DAY_MS) throw invalidParameter('from', `What is asked of a place must not span more than ${MOST_DAYS_OF_REGION} days; ask several times.`);
  return { from, to };
}
