import { beforeEach, describe, expect, it } from 'vitest';
import { fold } from '#testing/oracle/fold.js';
import type { Call, EventRecord, HeldObject, History, ServedChange } from '#testing/oracle/history.js';
import { judge } from '#testing/oracle/judge.js';

const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
type Mutable = History & { feeds: Map<string, ServedChange[]> };

function event(
  id: string,
  revision: number,
  operation: string,
  index: number,
  second: number,
  more: Partial<EventRecord> = {},
): EventRecord {
  return {
    partition: 0,
    offset: 0,
    key: id,
    type: revision === 1 ? 'waymark.object.created.v1' : 'waymark.object.updated.v1',
    externalId: id,
    workspace: 'w1',
    revision,
    operationId: operation,
    index,
    observedAt: time(second),
    receivedAt: time(second),
    stale: false,
    position: { lat: revision, lon: 0 },
    fields: { mark: { type: 'String', value: `${operation}.${index}` } },
    ...more,
  };
}

function call(
  operation: string,
  sentAt: number,
  outcome: 'applied' | 'unknown' | 'accepted',
  events: EventRecord[],
  more: Partial<Call> = {},
): Call {
  return {
    name: operation,
    workspace: 'w1',
    operationId: operation,
    sentAt,
    answeredAt: sentAt + 1,
    status: outcome === 'applied' ? 200 : 202,
    commands: events.map((one) => ({
      index: one.index,
      externalId: one.externalId,
      kind: 'update',
      ...(one.stale && { observedAt: one.observedAt }),
      position: one.position,
      fields: Object.entries(one.fields ?? {}).map(([field, held]) => ({ field, ...held })),
    })),
    answers: events.map((one) =>
      outcome === 'applied'
        ? { outcome, status: one.revision === 1 ? 'created' : 'updated', revision: one.revision, stale: one.stale }
        : { outcome },
    ),
    ...more,
  };
}

/** The line of an event, in this test's own words: `stale` only where it is true, without the caller. */
function lineOf({ externalId, revision, type, observedAt, receivedAt, stale, position, fields, set }: EventRecord): ServedChange {
  return JSON.parse(
    JSON.stringify({ externalId, revision, type, observedAt, receivedAt, stale: stale || undefined, position, fields, set }),
  ) as ServedChange;
}

/** Two objects, one late observation, one repeat of a record, one foreign rejection: a history without fault. */
function soundHistory(): Mutable {
  const a1 = event('a', 1, 'op1', 0, 10);
  const b1 = event('b', 1, 'op1', 1, 10);
  const a2 = event('a', 2, 'op2', 0, 20);
  const a3 = event('a', 3, 'op3', 0, 30, { observedAt: time(5), stale: true });
  const b2 = event('b', 2, 'op4', 0, 40);
  const log = [a1, b1, a2, a3, { ...a2 }, b2].map((one, offset) => ({ ...one, offset }));
  const states = new Map<string, HeldObject>();
  for (const one of [a1, b1, a2, a3, b2]) states.set(one.externalId, fold(states.get(one.externalId), one));
  const feed = [a1, b1, a2, a3, b2].map(lineOf);
  return {
    calls: [
      call('op1', 1, 'applied', [a1, b1]),
      call('op2', 3, 'applied', [a2]),
      call('op3', 5, 'accepted', [a3]),
      call('op4', 7, 'unknown', [b2], { operationId: undefined, status: null }),
      {
        ...call('op5', 9, 'applied', [event('a', 4, 'op5', 0, 50)]),
        workspace: 'w2',
        answers: [{ outcome: 'rejected', code: 'belongs-to-another-workspace' }],
      },
    ],
    events: log,
    stateRecords: [...states.values()],
    readings: [{ place: 'table', objects: states, tombstones: true, erasures: true, holds: true }],
    historyRows: [a1, b1, a2, a3, b2].map((one) => {
      const { externalId, revision, workspace, observedAt, receivedAt } = one;
      return { externalId, revision, workspace, observedAt, receivedAt, change: lineOf(one) };
    }),
    feeds: new Map([['w1', feed]]),
  };
}

describe('the oracle', () => {
  let history: Mutable;
  beforeEach(() => void (history = structuredClone(soundHistory())));
  const rules = () => [...new Set(judge(history).map((finding) => finding.rule))];
  const eventOf = (id: string, revision: number) => history.events.find((one) => one.externalId === id && one.revision === revision)!;
  const change = (of: EventRecord, to: Partial<EventRecord>) => {
    for (const one of history.events) if (one.externalId === of.externalId && one.revision === of.revision) Object.assign(one, to);
  };
  const servedOf = (id: string, revision: number) =>
    history.feeds.get('w1')!.find((one) => one.externalId === id && one.revision === revision)!;
  const historyOf = (id: string, revision: number) =>
    history.historyRows.find((one) => one.externalId === id && one.revision === revision)!;
  const held = (id: string) => (history.readings[0]!.objects as Map<string, HeldObject>).get(id)!;

  it('finds nothing in a sound history', () => {
    expect(judge(history)).toEqual([]);
  });

  const refusedWithKey = (at: number): Call => ({
    ...Object.assign(history.calls[1]!, { idempotencyKey: 'k' }),
    operationId: undefined,
    status: 422,
    answers: [{ outcome: 'rejected', code: 'observed-in-future' }],
    sentAt: at,
    answeredAt: at + 0.5,
  });

  it('finds nothing if a gateway refuses a call whose key was never used, and another one accepts its repetition', () => {
    history.calls.splice(1, 0, refusedWithKey(2));
    expect(judge(history)).toEqual([]);
  });

  type Plant = [rule: string, what: string, plant: () => void];
  const plants: Plant[] = [
    [
      'acknowledged-lost',
      'an acknowledged element without an event',
      () => (history.events = history.events.filter((one) => one.operationId !== 'op2')),
    ],
    ['accepted-lost', 'a 202 that was never decided', () => (history.events = history.events.filter((one) => one.operationId !== 'op3'))],
    ['applied-twice', 'an element applied at two revisions', () => history.events.push({ ...eventOf('a', 2), revision: 4, offset: 99 })],
    [
      'applied-twice',
      'an unanswered call applied under two operations',
      () => history.events.push({ ...eventOf('b', 2), revision: 3, operationId: 'op4-again', offset: 99 }),
    ],
    [
      'rejected-applied',
      'a rejected element that was applied',
      () => history.events.push(event('a', 4, 'op5', 0, 50, { workspace: 'w2', offset: 99 })),
    ],
    ['rejected-applied', 'a refused call that was applied', () => (history.calls[1]!.answers = [{ outcome: 'refused' }])],
    ['rejected-applied', 'a repetition refused after its call was applied', () => history.calls.push(refusedWithKey(5))],
    ['never-sent', 'an event that nobody asked for', () => history.events.push(event('b', 3, 'ghost', 0, 50, { offset: 99 }))],
    ['revision-gap', 'a revision left out', () => (history.events = history.events.filter((one) => one.operationId !== 'op2'))],
    ['revision-gap', 'revisions out of order', () => (eventOf('a', 3).offset = 1.5)],
    ['repeat-differs', 'one revision with two contents', () => (history.events[4] = { ...history.events[4]!, operationId: 'other' })],
    ['owner-changed', 'an object in a stranger’s hands', () => change(eventOf('a', 3), { workspace: 'w2' })],
    ['event-key', 'a record under another key', () => (eventOf('a', 3).key = 'b')],
    ['event-partition', 'an object spread over two partitions', () => (eventOf('a', 3).partition = 1)],
    ['created-once', 'an object created twice', () => change(eventOf('a', 3), { type: 'waymark.object.created.v1' })],
    ['first-without-location', 'an object made without a location', () => change(eventOf('b', 1), { position: undefined })],
    [
      'answered-otherwise',
      'another revision answered than applied',
      () => (history.calls[1]!.answers = [{ outcome: 'applied', status: 'updated', revision: 7, stale: false }]),
    ],
    [
      'answered-otherwise',
      'created answered for an update',
      () => (history.calls[1]!.answers = [{ outcome: 'applied', status: 'created', revision: 2, stale: false }]),
    ],
    [
      'answered-otherwise',
      'stale answered for an observation that counted',
      () => (history.calls[1]!.answers = [{ outcome: 'applied', status: 'updated', revision: 2, stale: true }]),
    ],
    ['applied-otherwise', 'another position applied than sent', () => change(eventOf('a', 2), { position: { lat: 66, lon: 6 } })],
    [
      'applied-otherwise',
      'another field value applied than sent',
      () => change(eventOf('a', 2), { fields: { mark: { type: 'String', value: 'no' } } }),
    ],
    ['applied-otherwise', 'device time dropped', () => change(eventOf('a', 3), { observedAt: time(30), stale: false })],
    ['rejected-wrongly', 'a foreign id that is nobody’s', () => (history.calls[4]!.commands[0]!.externalId = 'nobody')],
    [
      'rejected-wrongly',
      'a known object called unknown',
      () => Object.assign(history.calls[4]!, { workspace: 'w1', answers: [{ outcome: 'rejected', code: 'unknown-object' }] }),
    ],
    ['stale-mark', 'a late observation not marked', () => change(eventOf('a', 3), { stale: false })],
    ['moved-back', 'an object moved back by a late observation', () => (held('a').position.observedAt = time(5))],
    ['state-differs', 'a table behind the events', () => (held('a').revision = 2)],
    ['state-differs', 'a field lost from a state', () => (held('b').fields = {})],
    ['state-missing', 'an object missing from a table', () => (history.readings[0]!.objects as Map<string, HeldObject>).delete('b')],
    [
      'state-unfounded',
      'an object nobody made',
      () => (history.readings[0]!.objects as Map<string, HeldObject>).set('c', { ...held('a'), externalId: 'c' }),
    ],
    ['state-missing', 'an object that object.state never got', () => history.stateRecords.pop()],
    [
      'state-differs',
      'object.state ending on an older revision',
      () => history.stateRecords.push({ ...structuredClone(history.stateRecords[0]!), revision: 2 }),
    ],
    ['history-twice', 'a change twice in the history', () => history.historyRows.push(history.historyRows[0]!)],
    ['history-missing', 'a change left out of the history', () => history.historyRows.pop()],
    ['history-unfounded', 'history that is no event', () => history.historyRows.push({ ...history.historyRows[0]!, revision: 9 })],
    ['history-differs', 'a history line without its fields', () => delete historyOf('a', 2).change['fields']],
    ['history-differs', 'a history line with another position', () => (historyOf('a', 3).change['position'] = { lat: 2, lon: 0 })],
    ['history-differs', 'history filed under another time of observation', () => (historyOf('a', 3).observedAt = time(30))],
    ['history-differs', 'history in a stranger’s hands', () => (historyOf('b', 1).workspace = 'w2')],
    ['feed-twice', 'a change served twice', () => history.feeds.get('w1')!.push(history.feeds.get('w1')![0]!)],
    ['feed-missing', 'a change left out of the feed', () => history.feeds.get('w1')!.splice(2, 1)],
    ['feed-order', 'changes of an object out of order', () => history.feeds.get('w1')!.reverse()],
    ['feed-foreign', 'another workspace’s object in a feed', () => history.feeds.set('w2', [history.feeds.get('w1')![0]!])],
    ['feed-unfounded', 'a change that is no event', () => history.feeds.get('w1')!.push({ ...servedOf('a', 1), externalId: 'zz' })],
    ...['type', 'observedAt', 'receivedAt', 'position', 'fields'].map((member): Plant => [
      'feed-differs',
      `a feed line without ${member}`,
      () => delete servedOf('a', 2)[member],
    ]),
    [
      'feed-differs',
      'another field value served than in the event',
      () => (servedOf('a', 2)['fields'] = { mark: { type: 'String', value: 'no' } }),
    ],
    ['feed-differs', 'descriptive values served that the event did not set', () => (servedOf('a', 2)['set'] = { title: 'x' })],
    ['feed-differs', 'descriptive values of the event not served', () => change(eventOf('b', 1), { set: { title: 'x' } })],
    ['feed-differs', 'a late observation served as if it counted', () => delete servedOf('a', 3)['stale']],
    ['feed-differs', 'the operation shown to every reader', () => (servedOf('b', 2)['operationId'] = 'op4')],
    [
      'key-applied-twice',
      'one Idempotency-Key, two operations',
      () => history.calls.slice(0, 2).forEach((one) => (one.idempotencyKey = 'k')),
    ],
    [
      'key-other-operation',
      'a repeated call that is another operation',
      () => {
        const first = Object.assign(history.calls[1]!, { idempotencyKey: 'k' });
        history.calls.push({ ...first, operationId: 'another' });
      },
    ],
    [
      'key-answered-otherwise',
      'a repeated call answered otherwise',
      () => {
        const first = Object.assign(history.calls[1]!, { idempotencyKey: 'k' });
        history.calls.push({ ...first, answers: [{ outcome: 'applied', status: 'updated', revision: 1, stale: false }] });
      },
    ],
    [
      'order-reversed',
      'a later call with an earlier revision',
      () => ([history.calls[0]!.sentAt, history.calls[0]!.answeredAt] = [100, 101]),
    ],
  ];

  it.each(plants)('finds %s: %s', (rule, _what, plant) => {
    plant();
    expect(rules()).toContain(rule);
  });
});
