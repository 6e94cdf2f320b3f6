import { describe, expect, it } from 'vitest';
import { continuedLog } from '#testing/oracle/continued-log.js';
import { erasedObject } from '#testing/oracle/fold.js';
import type { Call, EventRecord, HeldObject } from '#testing/oracle/history.js';

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

function event(externalId: string, revision: number, more: Partial<EventRecord> = {}): EventRecord {
  const type = revision === 1 ? 'waymark.object.created.v1' : 'waymark.object.updated.v1';
  const time = at(revision);
  return {
    ...{
      partition: 0,
      offset: revision,
      key: externalId,
      type,
      externalId,
      workspace: 'w',
      revision,
      operationId: `${externalId}-${revision}`,
    },
    ...{ index: 0, observedAt: time, receivedAt: time, stale: false, position: { lat: revision, lon: 0 } },
    ...more,
  };
}

const erased = (externalId: string, revision: number, more: Partial<EventRecord> = {}): EventRecord =>
  event(externalId, revision, { type: 'waymark.object.erased.v1', position: undefined, ...more });

function held(externalId: string, revision: number, more: Partial<HeldObject> = {}): [string, HeldObject] {
  const position = { lat: revision, lon: 0, observedAt: at(revision) };
  return [externalId, { externalId, workspace: 'w', revision, position, fields: {}, descriptive: {}, archived: false, ...more }];
}

const erasure = (externalId: string): Call => ({
  ...{ name: 'e', workspace: 'w', operationId: `${externalId}-2`, sentAt: 0, answeredAt: 1, status: 200 },
  commands: [{ index: 0, externalId, kind: 'erase' }],
  answers: [{ outcome: 'unknown' }],
});

const names = (events: readonly EventRecord[]): string[] =>
  events.map(({ externalId, revision, operationId }) => `${externalId}@${revision} ${operationId}`);

describe('the log of a restored installation', () => {
  const restored = (former: EventRecord[], own: EventRecord[], objects: [string, HeldObject][], calls: Call[] = []) =>
    continuedLog(former, own, { held: new Map(objects), calls, succession: 'restored' });

  it('has the former changes up to the restored revision, and then its own', () => {
    const former = [event('a', 1), event('a', 2), event('a', 3), event('b', 1)];
    const own = [event('a', 2), event('a', 3, { operationId: 'new', position: { lat: 9, lon: 9 } }), event('a', 4)];
    const { events, findings } = restored(former, own, [held('a', 4)]);
    expect(names(events)).toEqual(['a@1 a-1', 'a@2 a-2', 'a@3 new', 'a@4 a-4']);
    expect(events.map(({ offset }) => offset)).toEqual([0, 1, 2, 3]);
    expect(findings).toEqual([]);
  });

  it('may have repeated changes in any order', () => {
    const former = [event('a', 1), event('a', 2), event('a', 3)];
    expect(names(restored(former, [event('a', 3), event('a', 1), event('a', 2)], [held('a', 3)]).events)).toEqual(names(former));
  });

  it('must erase again what a client has erased', () => {
    const former = [event('a', 1), erased('a', 2)];
    expect(restored(former, [], [held('a', 1)], [erasure('a')]).findings).toMatchObject([{ rule: 'erasure-undone' }]);
    const again = erased('a', 2, { operationId: 'again', observedAt: at(9), receivedAt: at(9) });
    const done = restored(former, [again], [['a', erasedObject('a', 'w', 2)]], [erasure('a')]);
    expect(names(done.events)).toEqual(['a@1 a-1', 'a@2 again']);
    expect(done.findings).toEqual([]);
    expect(done.repeated).toMatchObject([
      { operationId: 'again', commands: [{ externalId: 'a', kind: 'erase' }], answers: [{ outcome: 'accepted' }] },
    ]);
  });

  it('may repeat an erasure from an earlier move, whose operation was another', () => {
    const moved = erased('a', 2, { operationId: 'move' });
    const { events, repeated } = restored([event('a', 1), erased('a', 2)], [moved], [['a', erasedObject('a', 'w', 2)]], [erasure('a')]);
    expect(names(events)).toEqual(['a@1 a-1', 'a@2 a-2']);
    expect(repeated).toEqual([]);
  });

  it('may keep an object under a legal hold', () => {
    const object = held('a', 1, { hold: { reason: 'r', by: 'p', since: at(1) } });
    expect(restored([event('a', 1), erased('a', 2)], [], [object], [erasure('a')]).findings).toEqual([]);
  });

  it('has no explanation for an erasure that no client asked for', () => {
    const again = erased('a', 2, { operationId: 'again' });
    expect(restored([event('a', 1)], [again], [['a', erasedObject('a', 'w', 2)]]).repeated).toEqual([]);
  });
});

describe('the log of an installation that a workspace was moved to', () => {
  const moved = (former: EventRecord[], own: EventRecord[], objects: [string, HeldObject][]) =>
    continuedLog(former, own, { held: new Map(objects), calls: [], succession: 'moved' });

  it('repeats the former changes with other operations', () => {
    const former = [event('a', 1), event('a', 2)];
    const own = [...former.map((each) => ({ ...each, operationId: 'move', subject: 'move:1' })), event('a', 3)];
    const { events, findings } = moved(former, own, [held('a', 3)]);
    expect(names(events)).toEqual(['a@1 a-1', 'a@2 a-2', 'a@3 a-3']);
    expect(findings).toEqual([]);
  });

  it('must not change them', () => {
    const { findings } = moved([event('a', 1)], [event('a', 1, { operationId: 'move', position: { lat: 2, lon: 0 } })], [held('a', 1)]);
    expect(findings).toMatchObject([{ rule: 'moved-otherwise' }]);
  });

  it('may have another time of an erasure', () => {
    const own = [erased('a', 2, { operationId: 'move', observedAt: at(9), receivedAt: at(9) })];
    const { events, findings } = moved([event('a', 1), erased('a', 2)], own, [['a', erasedObject('a', 'w', 2)]]);
    expect(events.at(-1)).toMatchObject({ operationId: 'a-2', observedAt: at(9) });
    expect(findings).toEqual([]);
  });
});
