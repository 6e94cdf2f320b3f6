import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf, hourOf, MORE_THAN_A_DAY, type Sighting, sightingAfter, type Stay, stayEndedBy } from '../../src/history/presence/stay.js';
import { q16Of } from '../../src/space/morton.js';

interface Report {
  /** Minutes. */
  at: number;
  place: number;
}

const timeOf = (minutes: number): string => new Date(1_700_000_000_000 + minutes * 60_000).toISOString();
/** Five tiles next to each other, with two places in each. */
const placeOf = (place: number): { lat: number; lon: number } => ({ lat: 0.001, lon: place * 0.0028 + 0.0005 });
const reports = fc.array(fc.record({ at: fc.integer({ min: 0, max: 4000 }), place: fc.integer({ min: 0, max: 9 }) }), {
  minLength: 1,
  maxLength: 25,
});

/** The stays that the projection derives, in any order of arrival. */
function staysOf(taken: readonly Report[]): { stays: Stay[]; newest: Sighting } {
  let newest: Sighting | undefined;
  const stays = taken.flatMap(({ at, place }, index) => {
    const change = {
      externalId: 'a',
      workspace: 'w',
      revision: index + 1,
      observedAt: timeOf(at),
      receivedAt: timeOf(5000),
      position: placeOf(place),
    };
    const stay = stayEndedBy(newest, change);
    newest = sightingAfter(newest, change);
    return stay ? [stay] : [];
  });
  return { stays, newest: newest! };
}

it('stays and the newest state name every tile and hour in which an object was, however late it reports', () => {
  fc.assert(
    fc.property(reports, fc.integer({ min: 0, max: 4200 }), (taken, minute) => {
      const then = taken
        .map((report, revision) => ({ ...report, revision }))
        .filter(({ at }) => at <= minute)
        .sort((a, b) => a.at - b.at || a.revision - b.revision)
        .at(-1);
      fc.pre(then !== undefined);
      const { lat, lon } = placeOf(then!.place);
      const hour = hourOf(timeOf(minute));
      const { stays, newest } = staysOf(taken);
      const named = stays.some((stay) => stay.q16 === q16Of(lat, lon) && stay.sinceHour <= hour && stay.untilHour >= hour);
      expect(named || q16Of(newest.lat, newest.lon) === q16Of(lat, lon)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('an object within one tile and hour ends no stay, one that leaves either ends one', () => {
  const one = (taken: Report[]): number => staysOf(taken).stays.length;
  expect(
    one([
      { at: 50, place: 0 },
      { at: 55, place: 1 },
      { at: 60, place: 0 },
    ]),
  ).toBe(0);
  expect(
    one([
      { at: 50, place: 0 },
      { at: 52, place: 2 },
    ]),
  ).toBe(1);
  expect(
    one([
      { at: 50, place: 0 },
      { at: 115, place: 0 },
    ]),
  ).toBe(1);
});

it('a stay is found by its day, and a longer one is marked as such', () => {
  expect(dayOf({ sinceHour: 24 * 9, untilHour: 24 * 9 + 23 })).toBe(9);
  expect(dayOf({ sinceHour: 24 * 9 + 23, untilHour: 24 * 10 })).toBe(MORE_THAN_A_DAY);
});
