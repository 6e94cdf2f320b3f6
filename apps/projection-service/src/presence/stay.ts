import type { ObjectChange } from '#object-rules/change.js';
import { counts } from '#object-rules/freshness.js';
import { q16Of } from '../space/morton.js';

type Reported = Pick<ObjectChange, 'externalId' | 'workspace' | 'revision' | 'observedAt' | 'receivedAt' | 'position'>;

/** Where and when an object was observed. */
export interface Sighting {
  lat: number;
  lon: number;
  /** RFC 3339 UTC, milliseconds. */
  observedAt: string;
}

/** What a change tells: in which tile its object was, and in which hours. Both hours, counted from the epoch, belong to it. */
export interface Stay {
  externalId: string;
  workspace: string;
  /** Of the change. */
  revision: number;
  receivedAt: string;
  q16: number;
  sinceHour: number;
  untilHour: number;
}

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
/** As far as the hour: `2026-11-21T08`. */
const HOUR_CHARACTERS = 13;

/** Of stays that touch more than one day. */
export const MORE_THAN_A_DAY = -1;

export const hourOf = (time: string): number => Math.floor(Date.parse(time) / HOUR_MS);
export const dayOfHour = (hour: number): number => Math.floor(hour / HOURS_A_DAY);

/** The day that a stay is found by, counted from the epoch, or MORE_THAN_A_DAY. */
export function dayOf({ sinceHour, untilHour }: Pick<Stay, 'sinceHour' | 'untilHour'>): number {
  const day = dayOfHour(sinceHour);
  return day === dayOfHour(untilHour) ? day : MORE_THAN_A_DAY;
}

/**
 * The stay that a change ends: from where its object was seen last, until now. Undefined while the object stays in one tile in one
 * hour: what it is in the middle of is told by its newest state. A late observation is taken to hold until the newest one: that
 * may be too long, never too short, and what was there exactly is looked up in the history.
 * @param before the newest sighting, by the time of observation
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
