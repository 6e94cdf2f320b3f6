import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AreaShape } from '#geofence/area-shape.js';
import { type Areas, changeArea, type JudgingArea, reconcileTrack } from '#geofence/live-track.js';
import { type TimedReport, visitsOf } from '#geofence/visits.js';
import { type IncomingReport, nameOf } from '../../src/judging/incoming-report.js';
import { judgeReports, note, noVerdict, type Verdict } from '../../src/judging/verdict.js';
import type { OutgoingEvent } from '../../src/storage/outbox.js';
import { packTrack, unpackTrack } from '../../src/storage/packed-track.js';
import type { HeldTrack } from '../../src/storage/track-rows.js';
import { outgoingEvent } from '../../src/visits/judged-news.js';
import { applyNews, type KeptVisit } from '../../src/visits/kept-visit.js';

type Visits = Map<string, Pick<KeptVisit, 'endedAt' | 'dweltAt' | 'absentAt'>>;

/** Visits that follow from the topic, event by event, without withdrawn ones; a repeated event counts once. */
function followed(events: readonly OutgoingEvent[]): Visits {
  const valid = new Map<string, OutgoingEvent>();
  for (const each of events) {
    if (each.kind === 'corrected') valid.delete(each.event.corrects!);
    else valid.set(each.event.eventId, each);
  }
  const visits: Visits = new Map();
  for (const { kind, event } of valid.values()) {
    const key = `${event.areaId} ${event.externalId} ${Date.parse(event.visitStartedAt)}`;
    const visit = visits.get(key) ?? { endedAt: null, dweltAt: null, absentAt: null };
    visits.set(key, visit);
    const at = Date.parse(event.at);
    if (kind === 'left') visit.endedAt = at;
    else if (kind === 'dwelt') visit.dweltAt = at;
    else if (kind === 'absent') visit.absentAt = Math.min(at, visit.absentAt ?? at);
  }
  return visits;
}

const outline = (radius: number): AreaShape => new AreaShape({ type: 'Circle', center: [0, 0], radius });
const yard = (revision: number, since: number, generation = 0, changed = false): JudgingArea => ({
  changed,
  areaId: `yard${generation}`,
  outlineRevision: revision,
  outlineSince: since,
  shape: outline(1000 + (revision % 2) * 500),
  confirmSeconds: 10,
  dwellSeconds: 40,
  absentSeconds: 60,
});
const WINDOW = { maxReports: 1000, maxSeconds: 100_000 };

const report = fc.record({
  kind: fc.constant('report' as const),
  object: fc.nat(1),
  second: fc.integer({ min: 0, max: 200 }),
  lon: fc.constantFrom(0, 0, 0.05, 0.009, 0.012),
});
const cut = fc.record({ kind: fc.constant('cut' as const), look: fc.boolean() });
/** A unit that fails before its commit, or is delivered again after it. */
const fault = fc.record({ kind: fc.constantFrom('lost' as const, 'repeated' as const) });
const change = fc.record({ kind: fc.constantFrom('changed' as const, 'deleted' as const) });
type Step =
  | { kind: 'report'; object: number; second: number; lon: number }
  | { kind: 'cut'; look: boolean }
  | { kind: 'lost' | 'repeated' | 'changed' | 'deleted' };

interface End {
  kept: Visits;
  events: OutgoingEvent[];
  reports: { object: string; report: TimedReport }[];
  both: number;
}

/** Simulates one installation: waiting reports, committed rows, published events. */
function lived(steps: readonly Step[]): End {
  const rows = new Map<string, string>();
  const visits = new Map<string, KeptVisit>();
  const end: End = { kept: new Map(), events: [], reports: [], both: 0 };
  let area: JudgingArea | undefined = yard(1, 0);
  const areasOf = (): Areas => ({ near: () => (area ? [area] : []), area: (id) => (area?.areaId === id ? area : undefined) });
  const held = (): Map<string, HeldTrack> =>
    new Map(
      [...rows].map(([externalId, state]) => [
        nameOf({ workspace: 'w', externalId }),
        { workspace: 'w', externalId, partition: 0, stored: true, track: unpackTrack(state) },
      ]),
    );
  const commit = ({ tracks, news }: Verdict): void => {
    for (const { externalId, track } of tracks.values()) rows.set(externalId, packTrack(track));
    applyNews(visits, news);
    end.events.push(...news.map((each) => outgoingEvent(each, {})));
    if (news.some(({ takesBack }) => takesBack) && news.some(({ takesBack }) => !takesBack)) end.both++;
  };
  let [now, revision, generation] = [0, 0, 0];
  let waiting: IncomingReport[] = [];
  const judge = (): Verdict => judgeReports(held(), waiting, { areasOf, window: WINDOW, now }).verdict;
  const all = (reconcile: (track: HeldTrack) => ReturnType<typeof reconcileTrack>): void => {
    const verdict = noVerdict(0);
    for (const [name, track] of held()) {
      verdict.tracks.set(name, track);
      note(verdict, track, reconcile(track), false);
    }
    commit(verdict);
  };
  for (const step of [...steps, { kind: 'cut', look: true } as const]) {
    if (step.kind === 'report') {
      const each: TimedReport = { at: step.second * 1000 + 2 * ++revision, lat: 0, lon: step.lon, revision, accuracy: 50 };
      now = Math.max(now, each.at);
      waiting.push({
        name: nameOf({ workspace: 'w', externalId: `o${step.object}` }),
        workspace: 'w',
        externalId: `o${step.object}`,
        partition: 0,
        revision,
        report: each,
      });
      end.reports.push({ object: `o${step.object}`, report: each });
    } else if (step.kind === 'cut') {
      commit(judge());
      waiting = [];
      if (step.look) all(({ track }) => reconcileTrack(track, areasOf(), (now += 15_000)));
    } else if (step.kind === 'lost') judge();
    else if (step.kind === 'repeated') commit(judge());
    else {
      const before: JudgingArea | undefined = area;
      // Keeps all reports and changes at different times, because visits are identified by their start.
      now += 2 - ((now + 1) % 2);
      if (step.kind === 'deleted') generation++;
      area = step.kind === 'deleted' ? undefined : yard(++revision, now, generation, before !== undefined);
      all(({ track }) => changeArea(track, before?.areaId ?? `yard${generation}`, area, now));
    }
  }
  now = 1_000_000;
  all(({ track }) => reconcileTrack(track, areasOf(), now));
  for (const { areaId, externalId, startedAt, endedAt, dweltAt, absentAt } of visits.values())
    end.kept.set(`${areaId} ${externalId} ${startedAt}`, { endedAt, dweltAt, absentAt });
  return end;
}

/** Processes each report as one unit, with the row written and read again in between. @returns the events of each unit */
function unitByUnit(units: readonly (TimedReport | { revision: number; erased: true })[]): OutgoingEvent[][] {
  const key = { workspace: 'w', externalId: 'o', partition: 0 };
  const area = yard(1, 0);
  const areasOf = (): Areas => ({ near: () => [area], area: () => area });
  const name = nameOf(key);
  let row: string | undefined;
  return units.map((each) => {
    const held = new Map<string, HeldTrack>(row === undefined ? [] : [[name, { ...key, stored: true, track: unpackTrack(row) }]]);
    const { verdict } = judgeReports(held, [{ ...key, name, revision: each.revision, report: 'erased' in each ? undefined : each }], {
      areasOf,
      window: WINDOW,
      now: 100_000,
    });
    row = packTrack(held.get(name)!.track);
    return verdict.news.map((news) => outgoingEvent(news, {}));
  });
}

const sorted = (kept: Visits): unknown[] => [...kept].sort(([a], [b]) => (a < b ? -1 : 1));

describe('stored visits', () => {
  it('match the events one by one, for random units that are cut, lost and repeated at random while the area changes', () => {
    let both = 0;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            { weight: 8, arbitrary: report },
            { weight: 2, arbitrary: cut },
            { weight: 1, arbitrary: fault },
            { weight: 1, arbitrary: change },
          ),
          { maxLength: 60 },
        ),
        (steps) => {
          const end = lived(steps);
          both += end.both;
          expect(sorted(end.kept)).toEqual(sorted(followed(end.events)));
        },
      ),
      { numRuns: 1000 },
    );
    expect(both, 'units that publish and withdraw').toBeGreaterThan(100);
  });

  it('of an object that was erased and created again are different visits, even at the same times', () => {
    const report = (revision: number): TimedReport => ({ at: 1000, lat: 0, lon: 0, revision });
    const units = [report(1), { revision: 2, erased: true } as const, report(3), { revision: 4, erased: true } as const, report(5)];
    const events = unitByUnit(units);
    const entered = events.flat().filter(({ kind }) => kind === 'entered');
    expect(entered.map(({ event }) => [event.objectRevision, event.visitStartedAt])).toEqual(
      [1, 3, 5].map((revision) => [revision, '1970-01-01T00:00:01.000Z']),
    );
    expect(new Set(entered.map(({ event }) => event.eventId)).size).toBe(3);
    // After a crash the same reports produce the same events.
    expect(unitByUnit(units)).toEqual(events);
  });

  it('match the sorted history as long as the area does not change', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: report }, { weight: 1, arbitrary: cut }, { weight: 1, arbitrary: fault }), {
          maxLength: 60,
        }),
        (steps) => {
          const { kept, reports } = lived(steps);
          const expected: Visits = new Map();
          for (const object of ['o0', 'o1']) {
            for (const { startedAt, endedAt, dweltAt, absentAt } of visitsOf(
              reports.filter((each) => each.object === object).map((each) => each.report),
              yard(1, 0),
              yard(1, 0),
              1_000_000,
            )) {
              expected.set(`yard0 ${object} ${startedAt}`, {
                endedAt: endedAt ?? null,
                dweltAt: dweltAt ?? null,
                absentAt: absentAt ?? null,
              });
            }
          }
          expect(sorted(kept)).toEqual(sorted(expected));
        },
      ),
      { numRuns: 500 },
    );
  });
});
