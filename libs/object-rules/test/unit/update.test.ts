import { describe, expect, it } from 'vitest';
import type { FieldValue } from '#object-rules/command.js';
import { MAX_FIELDS, MAX_FIELDS_CHARACTERS } from '#object-rules/limits.js';
import { apply, located, object, verdict } from './given.js';

const number = (field: string, value: number | null): FieldValue => ({ type: 'Number', field, value });

describe('the element', () => {
  it('an update needs a locationUpdate or fieldValues', () => {
    expect(verdict(undefined, { externalId: 'crane' })).toBe('empty-update');
    expect(verdict(object(located()), { externalId: 'crane', fieldValues: [] })).toBe('empty-update');
    expect(verdict(undefined, { externalId: 'crane', initialExternalObject: { title: 'Crane' } })).toBe('empty-update');
  });

  it('the first update needs a locationUpdate; a later one does not', () => {
    expect(verdict(undefined, { externalId: 'crane', fieldValues: [number('a', 1)] })).toBe('first-update-needs-location');
    expect(verdict(object(located()), { externalId: 'crane', fieldValues: [number('a', 1)] })).toBe('applied');
  });

  it('an object of another workspace cannot be updated, also when it is archived', () => {
    const owned = object(located(), { op: 'archive', externalId: 'crane' });
    expect(verdict(owned, located(), { workspace: 'beta' })).toBe('belongs-to-another-workspace');
    expect(verdict(owned, located())).toBe('applied');
  });

  it('initial values are used by the update that creates, and ignored afterwards', () => {
    const created = apply(
      undefined,
      located({
        initialExternalObject: {
          title: 'Crane',
          type: 'machine',
          icon: 'crane',
          description: 'd',
          contentElements: [{ id: '1', kind: 'poll' }],
        },
      }),
    );
    expect(created.kind).toBe('created');
    expect(created.next).toMatchObject({
      title: 'Crane',
      type: 'machine',
      icon: 'crane',
      description: 'd',
      contentElements: [{ id: '1', kind: 'poll' }],
    });
    expect(created.change.set).toEqual({
      title: 'Crane',
      type: 'machine',
      icon: 'crane',
      description: 'd',
      contentElements: [{ id: '1', kind: 'poll' }],
    });
    const updated = apply(created.next, located({ initialExternalObject: { title: 'Other' } }));
    expect(updated.kind).toBe('updated');
    expect(updated.next.title).toBe('Crane');
    expect(updated.change.set).toBeUndefined();
  });

  it('takes over position, quality, fields, times and the caller', () => {
    const { change, next } = apply(
      undefined,
      located({
        locationUpdate: { newPosition: { lat: 1, lon: 2, alt: 3 }, accuracy: 4, floor: 'G', heading: 270, speed: 1.4 },
        fieldValues: [number('battery', 5), { type: 'Category', field: 'state', value: { namespace: 'n', categoryName: 'c' } }],
        observedAt: '2026-11-21T09:59:00.000Z',
      }),
      { index: 7 },
    );
    expect(change).toEqual({
      externalId: 'crane',
      workspace: 'alpha',
      revision: 1,
      operationId: '019a0000-0000-7000-8000-000000000000',
      index: 7,
      observedAt: '2026-11-21T09:59:00.000Z',
      receivedAt: '2026-11-21T10:00:00.000Z',
      subject: 'erp',
      position: { lat: 1, lon: 2, alt: 3, accuracy: 4, floor: 'G', heading: 270, speed: 1.4 },
      fields: { battery: { type: 'Number', value: 5 }, state: { type: 'Category', value: { namespace: 'n', categoryName: 'c' } } },
    });
    expect(next).toEqual({
      externalId: 'crane',
      workspace: 'alpha',
      revision: 1,
      position: { lat: 1, lon: 2, alt: 3, accuracy: 4, floor: 'G', heading: 270, speed: 1.4, observedAt: '2026-11-21T09:59:00.000Z' },
      fields: {
        battery: { type: 'Number', value: 5, observedAt: '2026-11-21T09:59:00.000Z' },
        state: { type: 'Category', value: { namespace: 'n', categoryName: 'c' }, observedAt: '2026-11-21T09:59:00.000Z' },
      },
      archived: false,
      createdAt: '2026-11-21T10:00:00.000Z',
      updatedAt: '2026-11-21T10:00:00.000Z',
    });
  });

  it('a new position replaces the old one whole', () => {
    const before = object(located({ locationUpdate: { newPosition: { lat: 1, lon: 2, alt: 3 }, accuracy: 4, floor: 2 } }));
    expect(apply(before, located()).next.position).toEqual({ lat: 50, lon: 8, observedAt: '2026-11-21T10:00:00.000Z' });
  });
});

describe('times', () => {
  const seen = (observedAt: string, lat: number) => located({ observedAt, locationUpdate: { newPosition: { lat, lon: 0 } } });
  const held = object(seen('2026-11-21T09:00:00.000Z', 1));

  it('a late observation is kept as an event, gets a revision and does not move the object', () => {
    const late = apply(held, seen('2026-11-21T08:59:59.999Z', 2));
    expect(late).toMatchObject({ stale: true, change: { stale: true, revision: 2, position: { lat: 2 } } });
    expect(late.next).toMatchObject({ revision: 2, position: { lat: 1, observedAt: '2026-11-21T09:00:00.000Z' } });
  });

  it('of equal times the later in the log wins', () => {
    const equal = apply(held, seen('2026-11-21T09:00:00.000Z', 2));
    expect(equal.stale).toBe(false);
    expect(equal.change.stale).toBeUndefined();
    expect(equal.next.position.lat).toBe(2);
  });

  it('without a device time an observation is as new as its place in the log, whatever the clocks of gateways say', () => {
    const ahead = apply(undefined, located({ fieldValues: [number('a', 1), number('b', 1)] }), {
      receivedAt: '2026-11-21T11:00:00.000Z',
    }).next;
    const moved = apply(ahead, located({ locationUpdate: { newPosition: { lat: 51, lon: 8 } } }), {
      receivedAt: '2026-11-21T10:00:01.000Z',
    });
    expect(moved).toMatchObject({
      stale: false,
      change: { observedAt: '2026-11-21T11:00:00.000Z', receivedAt: '2026-11-21T10:00:01.000Z' },
    });
    expect(moved.next.position).toMatchObject({ lat: 51, observedAt: '2026-11-21T11:00:00.000Z' });
    const later = apply(
      moved.next,
      { externalId: 'crane', fieldValues: [number('a', 2)], observedAt: '2026-11-21T11:30:00.000Z' },
      { receivedAt: '2026-11-21T11:30:00.000Z' },
    ).next;
    const both = apply(
      later,
      { externalId: 'crane', fieldValues: [number('a', 3), number('b', 3)] },
      { receivedAt: '2026-11-21T10:00:02.000Z' },
    );
    expect(both.change.observedAt).toBe('2026-11-21T11:30:00.000Z');
    expect(both.next.fields).toMatchObject({ a: { value: 3 }, b: { value: 3 } });
    // Only reported values count, so its time is that of the receipt.
    expect(
      apply(later, { externalId: 'crane', fieldValues: [number('c', 1)] }, { receivedAt: '2026-11-21T10:00:03.000Z' }).change.observedAt,
    ).toBe('2026-11-21T10:00:03.000Z');
  });

  it('each field has its own time, and an update is stale only when no part of it counts', () => {
    const at = (observedAt: string, ...fieldValues: FieldValue[]) => ({ externalId: 'crane', fieldValues, observedAt });
    const one = apply(held, at('2026-11-21T09:30:00.000Z', number('a', 1))).next;
    const two = apply(one, { ...seen('2026-11-21T09:10:00.000Z', 5), fieldValues: [number('a', 2), number('b', 2)] });
    expect(two.stale).toBe(false);
    expect(two.next.fields).toMatchObject({ a: { value: 1 }, b: { value: 2 } });
    const three = apply(two.next, at('2026-11-21T09:05:00.000Z', number('a', 3), number('b', 3)));
    expect(three.stale).toBe(true);
    expect(three.next.fields).toEqual(two.next.fields);
    const four = apply(two.next, { ...seen('2026-11-21T09:05:00.000Z', 9), fieldValues: [number('new', 1)] });
    expect(four.stale).toBe(false);
    expect(four.next).toMatchObject({ position: { lat: 5 }, fields: { new: { value: 1 } } });
  });

  it('refuses observations more than five minutes ahead of the receipt', () => {
    expect(verdict(held, seen('2026-11-21T10:05:00.000Z', 2))).toBe('applied');
    expect(verdict(held, seen('2026-11-21T10:05:00.001Z', 2))).toBe('observed-in-future');
    expect(verdict(undefined, seen('2026-11-22T00:00:00.000Z', 2))).toBe('observed-in-future');
  });
});

describe('its fields', () => {
  it('merge by name; null clears and leaves a tombstone that guards against late values', () => {
    const one = object(located({ fieldValues: [number('a', 1), number('b', 2)] }));
    const two = apply(one, { externalId: 'crane', fieldValues: [number('a', null)] }, { receivedAt: '2026-11-21T10:10:00.000Z' }).next;
    expect(two.fields).toMatchObject({ a: { value: null }, b: { value: 2 } });
    const late = apply(
      two,
      { externalId: 'crane', fieldValues: [number('a', 9)], observedAt: '2026-11-21T10:09:00.000Z' },
      { receivedAt: '2026-11-21T10:11:00.000Z' },
    );
    expect(late.next.fields.a).toEqual({ type: 'Number', value: null, observedAt: '2026-11-21T10:10:00.000Z' });
  });

  it('the same field twice in one element is invalid', () => {
    expect(verdict(undefined, located({ fieldValues: [number('a', 1), number('a', 1)] }))).toBe('invalid');
  });

  it(`holds at most ${MAX_FIELDS} fields an object, cleared ones included`, () => {
    const many = (from: number, count: number, value: number | null = 1) =>
      Array.from({ length: count }, (_, i) => number(`f${from + i}`, value));
    const full = object(located({ fieldValues: many(0, MAX_FIELDS) }));
    expect(verdict(undefined, located({ fieldValues: many(0, MAX_FIELDS + 1) }))).toBe('too-many-fields');
    expect(verdict(full, { externalId: 'crane', fieldValues: many(0, 64) })).toBe('applied');
    const cleared = apply(full, { externalId: 'crane', fieldValues: many(0, 64, null) }).next;
    expect(verdict(cleared, { externalId: 'crane', fieldValues: many(MAX_FIELDS, 1) })).toBe('too-many-fields');
  });

  it(`holds at most ${MAX_FIELDS_CHARACTERS} characters of names and texts an object`, () => {
    const text = (field: string, characters: number): FieldValue => ({ type: 'String', field, value: 'x'.repeat(characters) });
    const name = (at: number): string => `f${String(at).padStart(3, '0')}`;
    const texts = Array.from({ length: 64 }, (_, at) => text(name(at), 4092));
    const full = object(located({ fieldValues: texts }));
    expect(verdict(full, { externalId: 'crane', fieldValues: [text('', 0), { type: 'Number', field: '', value: 1 }] })).toBe('invalid');
    expect(verdict(full, { externalId: 'crane', fieldValues: [text('a', 0)] })).toBe('object-too-large');
    expect(verdict(full, { externalId: 'crane', fieldValues: [text(name(0), 4093)] })).toBe('object-too-large');
    expect(
      verdict(full, {
        externalId: 'crane',
        fieldValues: [{ type: 'Category', field: name(0), value: { namespace: 'n'.repeat(4000), categoryName: 'c'.repeat(93) } }],
      }),
    ).toBe('object-too-large');
    expect(verdict(full, { externalId: 'crane', fieldValues: [text(name(1), 4091), text('a', 0)] })).toBe('applied');
    expect(verdict(full, located())).toBe('applied');
    expect(verdict(full, { externalId: 'crane', fieldValues: [{ type: 'String', field: name(0), value: null }] })).toBe('applied');
    expect(verdict(undefined, located({ fieldValues: [...texts, text('a', 0)] }))).toBe('object-too-large');
  });

  it('names that mean something to JavaScript are names like others', () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
    const before = object(located());
    const { next } = apply(before, { externalId: 'crane', fieldValues: names.map((name) => number(name, 1)) });
    expect(Object.keys(next.fields).sort()).toEqual([...names].sort());
    expect(Object.getPrototypeOf(next.fields)).toBe(Object.prototype);
    const again = apply(next, { externalId: 'crane', fieldValues: names.map((name) => number(name, 2)) });
    expect(JSON.parse(JSON.stringify(again.next.fields))).toEqual(again.next.fields);
    expect(Object.keys(again.next.fields)).toHaveLength(names.length);
  });
});
