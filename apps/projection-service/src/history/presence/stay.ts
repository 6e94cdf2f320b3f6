import type { ObjectChange } from '#object-rules/change.js';
import { counts } from '#object-rules/freshness.js';
import { q16Of } from '../../space/morton.js';

type Reported = Pick<ObjectChange, 'externalId' | 'workspace' | 'revision' | 'observedAt' | 'receivedAt' | 'position'>;

/** Where and when an object was observed. */
export interface Sighting {
  lat: number;
  lon: number;
  /** RFC 3339 UTC, milliseconds. */
  observedAt: string;
}

/** The tile in which an object was, and the first and last hour of the stay, counted from the epoch. */
export interface Stay {
  externalId: string;
  workspace: string;
  /** Revision of the change that ended the stay. */
  revision: number;
  receivedAt: string;
  q16: number;
  sinceHour: number;
  untilHour: number;
}

const HOUR_MS = 3_600_000;
const HOURS_PER_DAY = 24;
/** Length of a time down to the hour, such as `2026-11-21T08`. */
const HOUR_CHARACTERS = 13;

/** For stays that touch more than one day. */
export const MORE_THAN_A_DAY = -1;

export const hourOf = (time: string): number => Math.floor(Date.parse(time) / HOUR_MS);
export const dayOfHour = (hour: number): number => Math.floor(hour / HOURS_PER_DAY);

/** The day by which a stay is found, counted from the epoch, or MORE_THAN_A_DAY. */
export function dayOf({ sinceHour, untilHour }: Pick<Stay, 'sinceHour' | 'untilHour'>): number {
  const day = dayOfHour(sinceHour);
  return day === dayOfHour(untilHour) ? day : MORE_THAN_A_DAY;
}

/**
 * The stay that a change ends: from the last sighting of its object until now. Undefined while the object stays in one tile within one
 * hour, since its newest state covers the current stay. A late observation is taken as valid until the newest one, which may be too long
 * but is never too short; the history decides exactly.
 * @param before the newest sighting by time of observation
 */
export function stayEndedBy(before: Sighting | undefined, change: Reported): Stay | undefined {
  const { position, observedAt, externalId, workspace, revision, receivedAt } = change;
  if (position === undefined || before === undefined) return undefined;
  const late = !counts(observedAt, before.observedAt);
  const here = q16Of(position.lat, position.lon);
  const there = q16Of(before.lat, before.lon);
  if (here === there && observedAt.slice(0, HOUR_CHARACTERS) === before.observedAt.slice(0, HOUR_CHARACTERS)) return undefined;
  const [since, until] = late ? [observedAt, before.observedAt] : [before.observedAt, observedAt];
  return { externalId, workspace, revision, receivedAt, q16: late ? here : there, sinceHour: hourOf(since), untilHour: hourOf(until) };
}

/** The newest sighting after a change. */
export function sightingAfter(
  before: Sighting | undefined,
  { position, observedAt }: Pick<ObjectChange, 'position' | 'observedAt'>,
): Sighting | undefined {
  return position !== undefined && counts(observedAt, before?.observedAt) ? { lat: position.lat, lon: position.lon, observedAt } : before;
}
