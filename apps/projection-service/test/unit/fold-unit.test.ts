import { expect, it } from 'vitest';
import type { ObjectChange } from '#object-rules/change.js';
import type { KeptObject } from '#object-rules/object.js';
import type { HeldState } from '../../src/changes/held-state.js';
import type { IncomingChange } from '../../src/changes/incoming-change.js';
import { foldUnit } from '../../src/projecting/fold-unit.js';

const at = (minute: number): string => `2026-11-30T12:${String(minute).padStart(2, '0')}:00.000Z`;

function change(revision: number, observed: number, kind: IncomingChange['kind'] = 'updated'): IncomingChange {
  const all = { externalId: 'o', workspace: 'w', revision, observedAt: at(observed), receivedAt: at(59), subject: 's' };
  const told = kind === 'erased' ? all : { ...all, position: { lat: 1, lon: 2 } };
  return { record: {} as IncomingChange['record'], kind, type: 'object.updated' as IncomingChange['type'], change: told as ObjectChange };
}
const created = (observed: number): IncomingChange => change(1, observed, 'created');

/** What a unit writes as the time since when the object was seen; `held` is what it has then. */
function firstSeen(changes: IncomingChange[], held?: HeldState, base?: KeptObject): string | undefined {
  const unit = foldUnit(changes, new Map(held && [['o', held]]), new Map(base && [['o', base]]));
  return unit.objects[0]?.firstSeen;
}
function heldAfter(...changes: IncomingChange[]): HeldState {
  const [written] = foldUnit(changes, new Map(), new Map()).objects;
  return { state: written!.state, seen: written!.seen };
}
const UNKNOWN = '0001-01-01T00:00:00.000Z';

it('a new object was first seen at its earliest report, in whatever order they came', () => {
  expect(firstSeen([created(20)])).toBe(at(20));
  expect(firstSeen([created(20), change(2, 30), change(3, 10), change(4, 15)])).toBe(at(10));
});

it('a report in order leaves the time of an existing object, and an earlier one may lower it', () => {
  const held = heldAfter(created(20), change(2, 30));
  expect(firstSeen([change(3, 40), change(4, 40)], held)).toBeUndefined();
  expect(firstSeen([change(3, 40), change(4, 10), change(5, 15)], held)).toBe(at(10));
});

it('the time is unknown where changes are missing or came before an erasure', () => {
  expect(firstSeen([change(4, 20)])).toBe(UNKNOWN);
  expect(firstSeen([change(4, 20)], heldAfter(created(10)))).toBe(UNKNOWN);
  expect(firstSeen([created(20)], undefined, heldAfter(created(10), change(2, 30)).state)).toBe(UNKNOWN);
  expect(firstSeen([change(3, 20)], undefined, heldAfter(created(10), change(2, 30)).state)).toBe(UNKNOWN);
  expect(firstSeen([created(20), change(2, 21, 'erased'), change(3, 10, 'created')])).toBe(UNKNOWN);
  expect(firstSeen([change(2, 21, 'erased'), change(3, 10, 'created'), change(4, 5)], heldAfter(created(20)))).toBe(UNKNOWN);
});
