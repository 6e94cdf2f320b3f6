import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareObserved, follow, type Observation, type Row } from '../../src/folding/movement.js';
import { type Pack, repack, unpacked } from '../../src/folding/observation-pack.js';
import { refold } from '../../src/folding/refold.js';

const observation = fc.record({
  at: fc.integer({ min: 0, max: 60 }).map((minutes) => minutes * 60_000),
  place: fc.option(fc.record({ lat: fc.constantFrom(50, 50.0005, 50.02), lon: fc.constantFrom(8, 8.0005) }), { freq: 4, nil: undefined }),
});

/** The observations in order of arrival, cut into folds, and the most rows of each pack. */
const history = fc.tuple(
  fc.array(fc.array(observation, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
  fc.integer({ min: 1, max: 5 }),
);

const forward = (rows: readonly Row[]): Row[] => [...rows].sort(compareObserved);

/** The rows as if the observations had arrived in order. */
function inOrder(observations: readonly Observation[]): Row[] {
  const rows: Row[] = [];
  for (const one of [...observations].sort(compareObserved)) rows.push(follow(rows.at(-1), one));
  return rows;
}

/** The stored form of a pack: the later rows without their predecessors. */
const stored = ([first, ...later]: Pack): Pack =>
  unpacked(
    first!,
    later.map(({ at, revision, place }) => ({ at, revision, place })),
  );

/** An object's packs; every read covers all of them. */
class Packs {
  held: Pack[] = [];
  repaired = 0;

  constructor(private readonly most: number) {}

  take(fresh: Observation[]): void {
    const ordered = [...fresh].sort(compareObserved);
    const rows = this.held.flat();
    const refolded = refold(undefined, rows, false, ordered, () => undefined);
    const { removed, changed, written } = repack(this.held, refolded);
    const gone = new Set(removed);
    const changedByRevision = new Map(changed.map((row) => [row.revision, row]));
    this.repaired += removed.length;
    const staying = this.held
      .filter(([first]) => !gone.has(first!))
      .map(([first, ...later]) => stored([changedByRevision.get(first!.revision) ?? first!, ...later]));
    const made: Row[][] = [];
    for (const { row, begins } of written) {
      const last = made.at(-1);
      if (last === undefined || begins || last.length === this.most) made.push([row]);
      else last.push(row);
    }
    this.held = [...staying, ...made.map(stored)].sort(([a], [b]) => compareObserved(a!, b!));
  }
}

describe('packs of observations that arrive in any order', () => {
  it('never overlap, and hold the same rows as if all had arrived in order', () => {
    let repaired = 0;
    fc.assert(
      fc.property(history, ([folds, most]) => {
        const packs = new Packs(most);
        let revision = 0;
        const observations: Observation[] = [];
        for (const fold of folds) {
          const fresh = fold.map(({ at, place }) => ({ at, place, revision: ++revision, facet: 1 }));
          observations.push(...fresh);
          packs.take(fresh);
          const rows = packs.held.flat();
          expect(rows).toEqual(forward(rows));
          expect(rows).toEqual(inOrder(observations));
        }
        repaired += packs.repaired;
      }),
      { numRuns: 2000 },
    );
    expect(repaired).toBeGreaterThan(100);
  });

  it('are not rewritten for observations after or between them', () => {
    const rows = inOrder(
      [1, 2, 5, 6].map((minute, index) => ({ at: minute * 60_000, revision: index + 1, facet: 1, place: { lat: 50, lon: 8 } })),
    );
    const packs = [rows.slice(0, 2), rows.slice(2)];
    const fold = (minute: number): ReturnType<typeof repack> =>
      repack(
        packs,
        refold(undefined, rows, false, [{ at: minute * 60_000, revision: 9, facet: 1, place: { lat: 50, lon: 8 } }], () => undefined),
      );
    expect(fold(3)).toMatchObject({ removed: [], written: [{ row: { revision: 9 } }] });
    expect(fold(9)).toMatchObject({ removed: [], written: [{ row: { revision: 9 } }] });
    expect(fold(5.5)).toMatchObject({
      removed: [{ revision: 3 }],
      written: [{ row: { revision: 3 } }, { row: { revision: 9 } }, { row: { revision: 4 } }],
    });
  });
});
