import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShapeConfig } from '../../src/configuration/mapping-schemas.js';
import type { Element } from '../../src/reading/element.js';
import { type Shaped, Shaper } from '../../src/shaping/shaper.js';
import { element } from './agent-folder.js';

type FieldValue = NonNullable<Element['fieldValues']>[number];

const at = (lat: number): NonNullable<Element['locationUpdate']> => ({ newPosition: { lat, lon: 0 } });
const battery = (value: number): FieldValue[] => [{ type: 'Number', field: 'battery', value }];
const seconds = (element: Element): number => (Date.parse(element.observedAt) - Date.UTC(2026, 10, 23)) / 1000;

/** A shaper with a manual clock, and the held elements on disk as a queue would store them. */
class Bench {
  now = 0;
  readonly sent: { readonly element: Element; readonly at: number }[] = [];
  readonly disk = new Map<string, readonly Element[]>();
  merged = 0;
  private readonly shaper: Shaper;

  constructor(config: ShapeConfig, maxObjects?: number) {
    this.shaper = new Shaper(config, () => this.now, maxObjects);
  }

  take(...elements: Element[]): this {
    return this.note(this.shaper.take(elements));
  }

  /** Simulates a look every tenth of a second. */
  wait(ms: number): this {
    for (const until = this.now + ms; this.now < until;) {
      this.now = Math.min(until, this.now + 100);
      this.note(this.shaper.due());
    }
    return this;
  }

  end(): this {
    return this.note(this.shaper.all());
  }

  get seconds(): number[] {
    return this.sent.map(({ element }) => seconds(element));
  }

  private note({ send, held, merged }: Shaped): this {
    for (const element of send) this.sent.push({ element, at: this.now });
    for (const { externalId, elements } of held) {
      if (elements.length === 0) this.disk.delete(externalId);
      else this.disk.set(externalId, elements);
    }
    this.merged += merged;
    return this;
  }
}

describe('at most one in the configured seconds', () => {
  it('sends the first at once, the next when its time has come, and the last of a resting thing', () => {
    const bench = new Bench({ seconds: 10 });
    for (let second = 0; second <= 14; second++) bench.take(element('a', second)).wait(1000);
    expect(bench.seconds).toEqual([0, 10]);
    bench.wait(20_000);
    expect(bench.seconds).toEqual([0, 10, 14]);
    expect([bench.merged, bench.disk.size]).toEqual([12, 0]);
  });

  it('uses times of observation: stored elements that arrive at once are thinned as if they had been live', () => {
    const bench = new Bench({ seconds: 10 });
    bench.take(...Array.from({ length: 61 }, (_, second) => element('a', second)));
    expect(bench.seconds).toEqual([0, 10, 20, 30, 40, 50, 60]);
  });

  it('passes an object that moved by the configured metres', () => {
    const bench = new Bench({ seconds: 60, metres: 100 });
    bench.take(
      element('a', 0, { locationUpdate: at(0) }),
      element('a', 1, { locationUpdate: at(0.0005) }),
      element('a', 2, { locationUpdate: at(0.001) }),
      element('a', 3, { locationUpdate: at(0.0012) }),
    );
    expect(bench.seconds).toEqual([0, 2]);
    bench.wait(61_000);
    expect(bench.seconds).toEqual([0, 2, 3]);
  });

  it('keeps information that a newer one lacks: a field is not merged by a position', () => {
    const bench = new Bench({ seconds: 10 });
    bench.take(element('a', 0), element('a', 1, { locationUpdate: undefined, fieldValues: battery(50) }), element('a', 2), element('a', 3));
    bench.wait(11_000);
    expect(bench.seconds).toEqual([0, 1, 3]);
    expect(bench.merged).toBe(1);
  });

  it('does not treat anything older as the newest', () => {
    const bench = new Bench({ seconds: 10 });
    bench.take(element('a', 100), element('a', 105), element('a', 103)).wait(11_000);
    expect(bench.seconds).toEqual([100, 105]);
    // Long before: separate history.
    bench.take(element('a', 50));
    expect(bench.seconds).toEqual([100, 105, 50]);
  });

  it('releases elements beyond its memory limit', () => {
    const bench = new Bench({ seconds: 10 }, 2);
    bench.take(element('a', 0), element('a', 1), element('b', 0), element('c', 0));
    expect(bench.sent.map(({ element }) => `${element.externalId}${seconds(element)}`)).toEqual(['a0', 'b0', 'a1', 'c0']);
    expect(bench.disk.size).toBe(0);
  });
});

describe('the dead band', () => {
  const config = { deadBand: { battery: 5 } };

  it('leaves out values that changed too little since they were sent, and adds small changes up', () => {
    const bench = new Bench(config);
    for (const [second, value] of [50, 52, 54, 55, 53].entries()) bench.take(element('a', second, { fieldValues: battery(value) }));
    expect(bench.sent.map(({ element }) => element.fieldValues?.[0]?.value)).toEqual([50, undefined, undefined, 55, undefined]);
  });

  it('leaves out an element without remaining values', () => {
    const bench = new Bench(config);
    bench.take(element('a', 0, { fieldValues: battery(50) }), element('a', 1, { locationUpdate: undefined, fieldValues: battery(51) }));
    expect([bench.sent.length, bench.merged]).toEqual([1, 1]);
  });

  it('follows a waiting value: the final value is sent', () => {
    const bench = new Bench({ seconds: 10, ...config });
    bench
      .take(
        element('a', 0, { fieldValues: battery(50) }),
        element('a', 1, { fieldValues: battery(60) }),
        element('a', 2, { fieldValues: battery(51) }),
      )
      .wait(11_000);
    expect(bench.sent.map(({ element }) => element.fieldValues?.[0]?.value)).toEqual([50, 51]);
  });
});

describe('for any input', () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b'),
    gapMs: fc.integer({ min: 0, max: 8000 }),
    lat: fc.integer({ min: 0, max: 40 }).map((n) => n / 10_000),
    has: fc.constantFrom('position', 'field', 'both'),
  });
  const steps = fc.array(step, { maxLength: 60 });
  const run = (
    config: ShapeConfig,
    given: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
  ): { bench: Bench; all: Element[] } => {
    const bench = new Bench(config);
    const all: Element[] = [];
    for (const [index, { id, gapMs, lat, has }] of given.entries()) {
      bench.wait(gapMs + 1);
      const made = element(id, bench.now / 1000, {
        ...(has === 'field' ? { locationUpdate: undefined } : { locationUpdate: at(lat) }),
        ...(has !== 'position' && { fieldValues: battery(index) }),
      });
      all.push(made);
      bench.take(made);
    }
    return { bench, all };
  };
  const shape = fc.record({
    seconds: fc.integer({ min: 1, max: 20 }),
    metres: fc.option(fc.integer({ min: 10, max: 500 }), { nil: undefined }),
  });

  it('the sent elements of an object are a part of the input, in order, and each is sent, held or merged', () => {
    fc.assert(
      fc.property(shape, steps, (config, given) => {
        const { bench, all } = run(config, given);
        for (const id of ['a', 'b']) {
          let from = 0;
          for (const { element } of bench.sent.filter(({ element }) => element.externalId === id)) {
            const found = all.indexOf(element, from);
            expect(found).toBeGreaterThanOrEqual(from);
            from = found + 1;
          }
        }
        const held = [...bench.disk.values()].flat().length;
        expect(bench.sent.length + held + bench.merged).toBe(all.length);
      }),
      { numRuns: 300 },
    );
  });

  it('the last position and the last value of each object are sent in the end', () => {
    fc.assert(
      fc.property(shape, steps, (config, given) => {
        const { bench, all } = run(config, given);
        bench.wait(21_000);
        expect(bench.disk.size).toBe(0);
        for (const id of ['a', 'b']) {
          const sent = bench.sent.map(({ element }) => element).filter(({ externalId }) => externalId === id);
          const came = all.filter(({ externalId }) => externalId === id);
          expect(sent.findLast(({ locationUpdate }) => locationUpdate)).toBe(came.findLast(({ locationUpdate }) => locationUpdate));
          expect(sent.findLast(({ fieldValues }) => fieldValues)).toBe(came.findLast(({ fieldValues }) => fieldValues));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('things that report the same each time are never sent more than once in the configured seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), steps, (most, given) => {
        const { bench } = run(
          { seconds: most },
          given.map((each) => ({ ...each, has: 'both' })),
        );
        bench.wait(30_000);
        for (const id of ['a', 'b']) {
          const times = bench.sent.filter(({ element }) => element.externalId === id).map(({ at }) => at);
          for (let index = 1; index < times.length; index++) expect(times[index]! - times[index - 1]!).toBeGreaterThanOrEqual(most * 1000);
        }
      }),
      { numRuns: 300 },
    );
  });

  it(
    'nothing acknowledged is lost when the process ends at any moment: it was sent or is on disk, ' +
      'or something newer with the same information is',
    () => {
      fc.assert(
        fc.property(shape, steps, (config, given) => {
          const { bench, all } = run(config, given);
          const kept = [...bench.sent.map(({ element }) => element), ...[...bench.disk.values()].flat()];
          for (const came of all) {
            const safe = kept.some(
              (each) =>
                each.externalId === came.externalId &&
                each.observedAt >= came.observedAt &&
                (came.locationUpdate === undefined || each.locationUpdate !== undefined) &&
                (came.fieldValues === undefined || each.fieldValues !== undefined),
            );
            expect(safe).toBe(true);
          }
        }),
        { numRuns: 300 },
      );
    },
  );
});
