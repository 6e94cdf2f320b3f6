import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectCommand } from '#object-rules/command.js';
import type { ObjectState } from '#object-rules/object.js';
import type { ReceivedCommand } from '../../src/commands/command-decoder.js';
import { foldUnit, UnitFold } from '../../src/unit/fold-unit.js';
import { LargeStates } from '../../src/unit/large-states.js';
import { stretchesOf } from '../../src/unit/stretches.js';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const receivedAt = '2026-11-21T08:00:00.000Z';

function received(operation: number, workspace: string, commands: readonly ObjectCommand[]): ReceivedCommand {
  const record = { topic: 'object.commands', partition: 0, offset: operation, timestamp: 0, key: null, value: null, headers: {} };
  const elements = commands.map((command, index): [number, ObjectCommand] => [index, command]);
  const command = {
    v: 1 as const,
    operationId: `operation-${operation}`,
    workspace,
    receivedAt,
    subject: 'test',
    reply: 0,
    partitions: [0],
    total: elements.length,
    elements,
  };
  return { partition: 0, record, command };
}

const element = fc
  .record({ id: fc.constantFrom(...IDS), lat: fc.integer({ min: -90, max: 90 }), moves: fc.boolean() })
  .map(({ id, lat, moves }): ObjectCommand => ({
    externalId: id,
    ...(moves && { locationUpdate: { newPosition: { lat, lon: 0 } } }),
    fieldValues: [{ type: 'Number', field: 'n', value: lat }],
  }));
/** Few operations, so that some occur twice in a unit. */
const unit = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom('alpha', 'beta'), fc.array(element, { maxLength: 6 })), { maxLength: 8 })
  .map((all) => all.map((one) => received(...one)));
const sizes = fc
  .array(fc.integer({ min: 0, max: 12 }), { minLength: IDS.length, maxLength: IDS.length })
  .map((list) => new Map(IDS.map((id, at) => [id, list[at]!])));

describe('a unit in stretches', () => {
  it('holds no more than allowed, except for a single object, and keeps all elements in order', () => {
    fc.assert(
      fc.property(unit, sizes, fc.integer({ min: 1, max: 20 }), (commands, each, room) => {
        const stretches = stretchesOf(commands, each, room);
        for (const { externalIds } of stretches) {
          const held = [...externalIds].map((id) => each.get(id)!).filter((size) => size > 0);
          expect(held.length <= 1 || held.reduce((sum, size) => sum + size, 0) <= room).toBe(true);
        }
        for (const { externalIds, pieces } of stretches)
          expect(new Set(pieces.flatMap(({ elements }) => elements.map(([, { externalId }]) => externalId)))).toEqual(externalIds);
        const pieces = stretches.flatMap((stretch) => stretch.pieces);
        expect(pieces.flatMap(({ elements }) => elements)).toEqual(commands.flatMap(({ command }) => command.elements));
        expect(pieces.filter(({ ends }) => ends).map((piece) => piece.received)).toEqual(commands);
      }),
    );
  });

  it('folds to the same as all at once', () => {
    fc.assert(
      fc.property(unit, sizes, fc.integer({ min: 1, max: 20 }), fc.boolean(), (commands, each, room, oneSettled) => {
        const settled = new Map(oneSettled ? [['operation-0/0', '[]']] : []);
        const stored = new Map<string, ObjectState>();
        const fold = new UnitFold(settled);
        for (const { externalIds, pieces } of stretchesOf(commands, each, room)) {
          fold.hold(new Map([...stored].filter(([id]) => externalIds.has(id))));
          for (const piece of pieces) fold.add(piece.received, piece.elements, piece.ends);
          for (const { state } of fold.takeObjects()) stored.set(state.externalId, state as ObjectState);
        }
        const { objects, ...rest } = foldUnit(commands, new Map(), settled);
        expect({ ...fold.finish(), objects: [] }).toEqual({ ...rest, objects: [] });
        expect(stored).toEqual(new Map(objects.map(({ state }) => [state.externalId, state as ObjectState])));
      }),
    );
  });
});

describe('large states that wait', () => {
  it('count once each, in their newest size; small ones never', () => {
    const states = new LargeStates(100_000);
    for (let at = 0; at < 1000; at++) expect(states.add(`small-${at}`, 16_000)).toBe(true);
    for (const characters of [90_000, 20_000, 60_000]) expect(states.add('one', characters)).toBe(true);
    expect(states.add('two', 40_000)).toBe(true);
    expect(states.add('three', 20_000)).toBe(false);
    states.clear();
    expect(states.add('three', 100_000)).toBe(true);
  });
});
