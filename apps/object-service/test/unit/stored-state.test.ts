import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErasedObject, FieldState, ObjectState } from '#object-rules/object.js';
import { tries } from '#testing/workload/tries.js';
import { storedState, wholeState, wholeText } from '../../src/storage/stored-state.js';

const STATE: ObjectState = {
  externalId: 'crane-7',
  workspace: 'harbour',
  revision: 41,
  title: 'Crane 7',
  position: { lat: 53.4, lon: -2.98, heading: 270, observedAt: '2026-11-28T09:00:00.000Z' },
  fields: {
    battery: { type: 'Number', value: 0, observedAt: '2026-11-28T09:00:00.000Z' },
    driver: { type: 'String', value: null, observedAt: '2026-11-27T00:00:00.000Z' },
    kind: { type: 'Category', value: { namespace: 'a', categoryName: 'b' }, observedAt: '2026-11-27T00:00:00.000Z' },
  },
  archived: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-28T09:00:00.000Z',
};
const back = (state: ObjectState): ObjectState => wholeState(JSON.parse(storedState(state)) as ObjectState) as ObjectState;

const time = fc.constantFrom('2026-11-28T09:00:00.000Z', '2026-11-28T09:00:00.001Z', '2025-01-01T00:00:00.000Z');
const field = fc.record({
  type: fc.constantFrom('String', 'Number', 'Category'),
  value: fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.constant(null),
    fc.constant(0),
  ),
  observedAt: time,
}) as fc.Arbitrary<FieldState>;
const state = fc
  .record({
    revision: fc.nat(),
    updatedAt: time,
    position: fc.record(
      { lat: fc.constant(0), lon: fc.constantFrom(-2.5, 3), floor: fc.constantFrom('0', 2), speed: fc.constant(0), observedAt: time },
      { requiredKeys: ['lat', 'lon', 'observedAt'] },
    ),
    fields: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'values', '7', 'constructor')), field),
  })
  .map((parts): ObjectState => JSON.parse(JSON.stringify({ ...STATE, ...parts })) as ObjectState);

describe('the stored text of a state', () => {
  it('has what changes at its beginning, each repeated time as 0, and says nothing twice', () => {
    expect(storedState(STATE)).toBe(
      '{"values":[41,"2026-11-28T09:00:00.000Z",53.4,-2.98,270,0,0,0,null,' +
        '"2026-11-27T00:00:00.000Z",{"namespace":"a","categoryName":"b"},0],' +
        '"externalId":"crane-7","workspace":"harbour","revision":0,"title":"Crane 7",' +
        '"position":{"lat":0,"lon":0,"heading":0,"observedAt":0},' +
        '"fields":{"battery":{"type":"Number","value":0,"observedAt":0},"driver":{"type":"String","value":0,"observedAt":0},' +
        '"kind":{"type":"Category","value":0,"observedAt":0}},' +
        '"archived":false,"createdAt":"2026-11-01T00:00:00.000Z","updatedAt":0}',
    );
  });

  it('ends alike after an update of the same members', () => {
    const observedAt = '2026-11-28T09:01:00.000Z';
    const fields = { ...STATE.fields, battery: { ...STATE.fields['battery']!, value: 54.5, observedAt } };
    const later = { ...STATE, revision: 42, updatedAt: observedAt, position: { lat: 53.5, lon: -3, heading: 9, observedAt }, fields };
    const end = (text: string): string => text.slice(text.indexOf(',"externalId"'));
    expect(end(storedState(later))).toBe(end(storedState(STATE)));
  });

  it('leads back to the state, with its members in the same order', () => {
    expect(back(STATE)).toEqual(STATE);
    fc.assert(
      fc.property(state, (given) => {
        expect(JSON.stringify(back(given))).toBe(JSON.stringify(given));
        expect(wholeText(storedState(given))).toBe(JSON.stringify(given));
        expect(storedState(back(given))).toBe(storedState(given));
      }),
      { numRuns: tries(2000) },
    );
  });

  it('of an erased object, or written by an earlier version, is the whole state', () => {
    const erased: ErasedObject = { externalId: 'a', workspace: 'b', revision: 3, erased: true, updatedAt: STATE.updatedAt };
    expect(storedState(erased)).toBe(JSON.stringify(erased));
    for (const each of [erased, STATE]) {
      expect(wholeState(each)).toBe(each);
      expect(wholeText(JSON.stringify(each))).toBe(JSON.stringify(each));
    }
  });
});
