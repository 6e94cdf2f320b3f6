import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RawEvent, recountTracking } from '#testing/oracle/report-recount.js';
import { tries } from '#testing/workload/tries.js';
import { compareObserved, type Observation, type Row } from '../../src/folding/movement.js';
import { quarterOf } from '../../src/folding/quarter.js';
import { refold } from '../../src/folding/refold.js';
import { keyFacet, keyQuarter, MAX_ABSENCE, UnitSums } from '../../src/folding/sums.js';

const START = Date.UTC(2026, 2, 1);
const TYPES = ['crane', 'truck'];

interface Report {
  at: number;
  place: { lat: number; lon: number } | undefined;
  type: string;
}

/** Close together and far apart, at rest, back and forth, long silences, and several at the same time. */
const report: fc.Arbitrary<Report> = fc.record({
  at: fc
    .oneof(fc.integer({ min: 0, max: 3 * 86_400 }), fc.integer({ min: 0, max: 7200 }), fc.integer({ min: 0, max: 20 * 86_400 }))
    .map((seconds) => START + seconds * 1000),
  place: fc.option(fc.record({ lat: fc.constantFrom(50, 50.0005, 50.001, 50.02), lon: fc.constantFrom(8, 8.0005, 8.02) }), {
    freq: 4,
    nil: undefined,
  }),
  type: fc.constantFrom(...TYPES),
});
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The contents of the tables, in the simplest form. */
class Tables {
  rows: Row[] = [];
  readonly sums = new UnitSums();

  /** Like the service: reads only a few rows behind the first one. @returns number of new observations */
  take(fresh: Observation[], few: number): number {
    const ordered = [...fresh].sort(compareObserved);
    const first = this.rows.findIndex((row) => compareObserved(row, ordered[0]!) >= 0);
    const at = first === -1 ? this.rows.length : first;
    for (let limit = few; ; limit *= 2) {
      const held = this.rows.slice(at, at + limit);
      const steps: Parameters<UnitSums['step']>[] = [];
      const { inserted, changed, settled, newest } = refold(this.rows[at - 1], held, at + limit < this.rows.length, ordered, (...step) =>
        steps.push(step),
      );
      if (!settled) continue;
      for (const step of steps) this.sums.step(...step);
      const changedByRevision = new Map(changed.map((row) => [row.revision, row]));
      this.rows = [...this.rows.map((row) => changedByRevision.get(row.revision) ?? row), ...inserted.map(({ row }) => row)].sort(
        compareObserved,
      );
      if (at + limit >= this.rows.length) expect(newest).toEqual(this.rows.at(-1));
      return inserted.length;
    }
  }
}

/** One object's reports, in order of arrival, cut into units. */
const history = fc
  .array(report, { minLength: 1, maxLength: 40 })
  .chain((reports) => fc.tuple(fc.constant(reports), fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 40 })));

function observations(reports: readonly Report[]): Observation[] {
  return reports.map(({ at, place, type }, index) => ({ at, place, revision: index + 1, facet: TYPES.indexOf(type) }));
}

function eventsOf(reports: readonly Report[]): RawEvent[] {
  return reports.map(({ at, place, type }, index) => ({
    type: 'waymark.object.updated.v1',
    value: { workspace: 'w', externalId: 'o', revision: index + 1, observedAt: new Date(at).toISOString(), position: place, set: { type } },
  }));
}

function unitsOf(list: Observation[], sizes: readonly number[]): Observation[][] {
  const units: Observation[][] = [];
  for (let at = 0, n = 0; at < list.length; at += sizes[n++ % sizes.length]!) units.push(list.slice(at, at + sizes[n % sizes.length]!));
  return units;
}

/** The sums by day and type, without zeros. */
function byDay({ movement, arrivals }: UnitSums): Map<string, object> {
  const days = new Map<string, { distanceMm: number; movingMs: number; stillMs: number; stops: number; objects: number }>();
  const of = (key: number): { distanceMm: number; movingMs: number; stillMs: number; stops: number; objects: number } => {
    const name = `${dayOf(keyQuarter(key) * 900_000)} ${TYPES[keyFacet(key)]}`;
    if (!days.has(name)) days.set(name, { distanceMm: 0, movingMs: 0, stillMs: 0, stops: 0, objects: 0 });
    return days.get(name)!;
  };
  for (const [key, sums] of movement)
    for (const name of ['distanceMm', 'movingMs', 'stillMs', 'stops'] as const) of(key)[name] += sums[name];
  for (const [key, absences] of arrivals)
    for (const [absence, objects] of absences) if (absence > keyQuarter(key) % 96) of(key).objects += objects;
  return withoutZeros(days);
}

function withoutZeros<T extends object>(days: Map<string, T>): Map<string, T> {
  return new Map([...days].filter(([, sums]) => Object.values(sums).some((sum) => sum !== 0)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function recounted(reports: readonly Report[]): Map<string, object> {
  const counted = recountTracking(eventsOf(reports), 'w', dayOf);
  return withoutZeros(
    new Map(
      [...counted].map(([key, { distanceMm, movingMs, stillMs, stops, objects }]) => [
        key,
        { distanceMm, movingMs, stillMs, stops, objects },
      ]),
    ),
  );
}

describe('observations that arrive in any order', () => {
  it('lead to the same sums as a recount in the order of observation', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 4 }), ([reports, sizes], few) => {
        const tables = new Tables();
        for (const unit of unitsOf(observations(reports), sizes)) tables.take(unit, few);
        expect(byDay(tables.sums)).toEqual(recounted(reports));
      }),
      { numRuns: tries(3000) },
    );
  });

  it('change nothing when they arrive again, in the same unit or later', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(), { maxLength: 10 }), ([reports, sizes], again) => {
        const tables = new Tables();
        const list = observations(reports);
        const units = unitsOf(list, sizes);
        let taken = 0;
        units.forEach((unit, index) => {
          const seen = units.slice(0, index + 1).flat();
          taken += tables.take([...unit, ...again.map((pick) => seen[pick % seen.length]!)], 2);
        });
        expect(taken).toBe(list.length);
        expect(byDay(tables.sums)).toEqual(recounted(reports));
      }),
      { numRuns: tries(1000) },
    );
  });

  it('lead to the same rows as if they had arrived in order', () => {
    fc.assert(
      fc.property(history, ([reports, sizes]) => {
        const [late, inOrder] = [new Tables(), new Tables()];
        for (const unit of unitsOf(observations(reports), sizes)) late.take(unit, 1);
        inOrder.take(observations(reports), 1);
        expect(late.rows).toEqual(inOrder.rows);
      }),
      { numRuns: tries(1000) },
    );
  });
});

describe('objects in buckets that begin at any quarter', () => {
  it('are each counted once in a bucket of at most 25 hours', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: -200, max: 300 }), fc.integer({ min: 1, max: 100 }), ([reports], offset, length) => {
        const tables = new Tables();
        tables.take(observations(reports), 4);
        const begin = quarterOf(START) + offset;
        let objects = 0;
        for (const [key, absences] of tables.sums.arrivals) {
          const quarter = keyQuarter(key);
          if (quarter >= begin && quarter < begin + length)
            for (const [absence, count] of absences) if (absence > quarter - begin) objects += count;
        }
        const isThere = reports.some(({ at }) => quarterOf(at) >= begin && quarterOf(at) < begin + length);
        expect(objects).toBe(isThere ? 1 : 0);
      }),
      { numRuns: tries(1000) },
    );
    expect(MAX_ABSENCE).toBe(101);
  });
});
