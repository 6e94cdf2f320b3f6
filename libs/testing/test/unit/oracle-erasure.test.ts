import { beforeEach, describe, expect, it } from 'vitest';
import { erasedObject, fold } from '#testing/oracle/fold.js';
import type { EventRecord, HeldObject, History } from '#testing/oracle/history.js';
import { historyRow, judgeFeed } from '#testing/oracle/judge-changes.js';
import { judge } from '#testing/oracle/judge.js';

const at = '2026-01-01T00:00:10.000Z';
const event = (revision: number, kind: string, more: Partial<EventRecord> = {}): EventRecord => ({
  partition: 0,
  offset: revision,
  key: 'a',
  type: `waymark.object.${kind}.v1`,
  externalId: 'a',
  workspace: 'w1',
  revision,
  operationId: `op${revision}`,
  index: 0,
  observedAt: at,
  receivedAt: at,
  stale: false,
  ...more,
});
const position = { lat: 1, lon: 2 };

describe('the oracle on erased objects', () => {
  let history: History & { events: EventRecord[] };
  const [created, erased, recreated] = [event(1, 'created', { position }), event(2, 'erased'), event(3, 'created', { position })];
  /** Of what is judged here: who asked for the events is left out. */
  const rules = (): string[] => [...new Set(judge(history).map(({ rule }) => rule))].filter((rule) => rule !== 'never-sent');
  const readings = (kept: HeldObject | undefined): History['readings'] => [
    { place: 'table', objects: new Map([['a', erasedObject('a', 'w1', 2)]]), tombstones: true, erasures: true, holds: true },
    { place: 'projection', objects: new Map(kept ? [['a', kept]] : []), tombstones: true, erasures: false, holds: true },
  ];
  beforeEach(
    () =>
      void (history = {
        calls: [],
        events: [created, erased],
        stateRecords: [fold(undefined, created), erasedObject('a', 'w1', 2)],
        readings: readings(undefined),
        historyRows: [],
        feeds: new Map(),
      }),
  );

  it('finds nothing where all is gone', () => {
    expect(rules()).toEqual([]);
  });

  it('lets a repeated send lack only the events before an erasure', () => {
    const objects = new Map([['a', [created, erased, recreated]]]);
    const judged = (...revisions: number[]): string[] =>
      judgeFeed(
        'w1',
        [created, erased, recreated].filter(({ revision }) => revisions.includes(revision)).map((each) => historyRow(each).change),
        objects,
        { since: 'erasure' },
      ).map(({ rule }) => rule);
    expect([judged(1, 2, 3), judged(2, 3), judged(1, 3), judged(2)]).toEqual([[], [], ['feed-missing'], ['feed-missing']]);
  });

  it.each<[rule: string, what: string, plant: () => void]>([
    ['erased-left', 'a state that stayed', () => (history.readings = readings(fold(undefined, created)))],
    ['erased-left', 'a row of the history that stayed', () => (history.historyRows = [historyRow(created)])],
    ['state-differs', 'no tombstone on object.state', () => (history.stateRecords = [fold(undefined, created)])],
    [
      'created-once',
      'an update that follows on an erasure',
      () => history.events.push({ ...recreated, type: 'waymark.object.updated.v1' }),
    ],
    [
      'erased-under-hold',
      'an erasure under a legal hold',
      () =>
        (history.events = [
          created,
          { ...erased, type: 'waymark.object.held.v1', subject: 'counsel', hold: { reason: 'case' } },
          { ...erased, revision: 3 },
        ]),
    ],
    ['history-missing', 'no history of what was created again', () => history.events.push(recreated)],
  ])('%s: %s', (rule, _what, plant) => {
    plant();
    expect(rules()).toContain(rule);
  });
});
