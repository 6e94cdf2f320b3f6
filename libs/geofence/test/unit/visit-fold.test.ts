import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AreaShape } from '#geofence/area-shape.js';
import { DEFAULT_CONFIRM_SECONDS, type FoldSettings, foldVisits, type JudgedReport, type VisitEvent } from '#geofence/visit-fold.js';
import { visitsFrom, visitsOf } from '#geofence/visits.js';

const S = 1000;
const LETTERS = { i: 'inside', o: 'outside', b: 'border' } as const;
/** `i10 o40`: a report from inside at second 10, one from outside at 40. */
const reports = (text: string): JudgedReport[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part, index) => ({ where: LETTERS[part[0] as 'i'], at: Number(part.slice(1)) * S, revision: index + 1 }));
const eventsOf = (text: string, asOf: number, settings: FoldSettings = { confirmSeconds: 30 }): string =>
  foldVisits(reports(text), settings, asOf * S)
    .events.map(({ kind, at }) => `${kind}${at / S}`)
    .join(' ');

describe('visits', () => {
  const CASES: [what: string, reports: string, asOf: number, expected: string, settings?: FoldSettings][] = [
    ['begin with the first of two reports from inside', 'o0 i10 i15', 16, 'entered10'],
    ['do not begin with one alone', 'o0 i10', 30, ''],
    ['begin with one alone that nothing speaks against for long enough', 'o0 i10', 40, 'entered10'],
    ['begin with one alone that is opposed too late', 'i10 o45', 46, 'entered10'],
    ['do not begin with one that is opposed', 'i10 o15 i20 o25', 26, ''],
    ['are not begun or ended by reports that may be either', 'b0 b5 b10', 100, ''],
    ['are confirmed over reports that may be either', 'i10 b12 i15 o20 b22 o25', 26, 'entered10 left20'],
    ['continue over one report from outside', 'i10 i15 o20 i25 o30 i35', 36, 'entered10'],
    ['end with the first of two from outside', 'i10 i15 o20 o25', 26, 'entered10 left20'],
    ['end with one alone after long enough', 'i10 i15 o20', 50, 'entered10 left20'],
    ['need no second report where none is asked for', 'i10 o20', 20, 'entered10 left20', { confirmSeconds: 0 }],
    ['have dwelt after this time', 'i10 i15 i200', 200, 'entered10 dwelt70', { confirmSeconds: 30, dwellSeconds: 60 }],
    ['have dwelt without a report at that time', 'i10 i15', 70, 'entered10 dwelt70', { confirmSeconds: 30, dwellSeconds: 60 }],
    ['have not dwelt when they ended before', 'i10 i15 o60 o75', 80, 'entered10 left60', { confirmSeconds: 30, dwellSeconds: 60 }],
    [
      'have dwelt when the one from outside was a slip',
      'i10 i15 o60 i75',
      80,
      'entered10 dwelt70',
      { confirmSeconds: 30, dwellSeconds: 60 },
    ],
    ['are reported as absent when it is silent', 'i10 i15', 75, 'entered10 absent75', { confirmSeconds: 30, absentSeconds: 60 }],
    [
      'are reported as absent when it left and is not back',
      'i10 i15 o20 o25',
      75,
      'entered10 left20 absent75',
      { confirmSeconds: 30, absentSeconds: 60 },
    ],
    [
      'are reported as absent once, and again after a report from inside',
      'i10 i15 i100',
      300,
      'entered10 absent75 absent160',
      { confirmSeconds: 30, absentSeconds: 60 },
    ],
    [
      'are not reported as absent when it came back in time',
      'i10 i15 o20 o25 i60 i70',
      75,
      'entered10 left20 entered60',
      { confirmSeconds: 30, absentSeconds: 60 },
    ],
  ];
  it.each(CASES)('%s', (_what, given, asOf, expected, settings) => {
    expect(eventsOf(given, asOf, settings)).toBe(expected);
  });

  it('begin and end in turns, whatever is reported', () => {
    const given = fc.array(fc.record({ at: fc.integer({ min: 0, max: 300_000 }), where: fc.constantFrom('inside', 'outside', 'border') }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(given, fc.nat(60), (some, confirmSeconds) => {
        const sorted = some.sort((a, b) => a.at - b.at).map((report, revision): JudgedReport => ({ ...report, revision }) as JudgedReport);
        const { events } = foldVisits(sorted, { confirmSeconds, dwellSeconds: 20 }, 400_000);
        const turns = events.filter(({ kind }) => kind === 'entered' || kind === 'left');
        for (const [index, { kind, at }] of turns.entries()) {
          expect(kind).toBe(index % 2 === 0 ? 'entered' : 'left');
          expect(at).toBeGreaterThanOrEqual(turns[index - 1]?.at ?? 0);
        }
        for (const { at, visitStartedAt } of events.filter(({ kind }) => kind === 'dwelt')) expect(at).toBe(visitStartedAt + 20_000);
      }),
    );
  });

  it('are the same however the history is cut into pieces', () => {
    const given = fc.array(fc.record({ at: fc.integer({ min: 0, max: 300_000 }), where: fc.constantFrom('inside', 'outside', 'border') }), {
      maxLength: 40,
    });
    const settings: FoldSettings = { confirmSeconds: 10, dwellSeconds: 40, absentSeconds: 50 };
    fc.assert(
      fc.property(given, fc.nat(40), (some, cut) => {
        const sorted = some.sort((a, b) => a.at - b.at).map((report, revision): JudgedReport => ({ ...report, revision }) as JudgedReport);
        const events: VisitEvent[] = [];
        const first = foldVisits(sorted.slice(0, cut), settings, sorted[cut]?.at ?? 500_000);
        const second = foldVisits(sorted.slice(cut), settings, 500_000, first.state);
        expect([...events, ...first.events, ...second.events]).toEqual(foldVisits(sorted, settings, 500_000).events);
      }),
    );
  });
});

describe('asked after the fact', () => {
  const shape = new AreaShape({ type: 'Circle', center: [13, 52], radius: 100 });
  const report = (second: number, lat: number, more: object = {}) => ({ at: second * S, lat, lon: 13, revision: second, ...more });

  it('reports give visits in whatever order they come', () => {
    const given = [report(40, 52.1), report(10, 52), report(20, 52.0001), report(30, 52.1)];
    expect(visitsOf(given, { shape }, { confirmSeconds: DEFAULT_CONFIRM_SECONDS }, 100 * S)).toEqual([
      { startedAt: 10 * S, endedAt: 30 * S },
    ]);
  });

  it('a position whose accuracy reaches over the border is undecided', () => {
    const jitter = [10, 20, 30, 40, 50, 60].map((second) => report(second, second % 20 === 0 ? 52.0008 : 52.001, { accuracy: 30 }));
    expect(visitsOf(jitter, { shape }, { confirmSeconds: 0 }, 100 * S)).toEqual([]);
    expect(visitsOf([...jitter, report(70, 52)], { shape }, { confirmSeconds: 0 }, 100 * S)).toEqual([{ startedAt: 70 * S }]);
  });

  it('a report of another floor is outside', () => {
    const given = [
      report(10, 52, { floor: 1 }),
      report(20, 52, { floor: '1' }),
      report(30, 52, { floor: 2 }),
      report(40, 52, { floor: 2 }),
    ];
    expect(visitsOf(given, { shape, floor: 1 }, { confirmSeconds: 30 }, 100 * S)).toEqual([{ startedAt: 10 * S, endedAt: 30 * S }]);
  });

  it('dwelling and absence belong to their visits', () => {
    const { events } = foldVisits(
      reports('i0 i5 o100 o110 i200 i210'),
      { confirmSeconds: 0, dwellSeconds: 60, absentSeconds: 50 },
      1000 * S,
    );
    expect(visitsFrom(events)).toEqual([
      { startedAt: 0, dweltAt: 60 * S, absentAt: 55 * S, endedAt: 100 * S },
      { startedAt: 200 * S, dweltAt: 260 * S, absentAt: 260 * S },
    ]);
  });
});
