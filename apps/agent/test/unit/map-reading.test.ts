import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import type { Reading } from '../../src/reading/reading.js';
import { elementMade, map, reasonKept, RECEIVED_AT, sourceWith } from './sample-source.js';

const reading = (more: Partial<Reading> = {}): Reading => ({ id: '7', position: { lat: 53.4, lon: -2.98 }, fields: {}, ...more });

it.each([
  ['$replace(row.time, " ", "T") & ":00"', '2008-12-11 04:42:14+00', '2008-12-11T04:42:14.000Z'],
  ['$replace(row.time, " ", "T") & "Z"', '2008-12-11 04:42:14', '2008-12-11T04:42:14.000Z'],
  ['$toMillis(row.time & " +0100", "[D01]/[M01]/[Y0001] [H01]:[m01] [Z0001]")', '20/03/2021 00:22', '2021-03-19T23:22:00.000Z'],
])('reads times as docs/agent.md shows it: %s', async (observedAt, time, expected) => {
  expect(readFileSync(join(repositoryRoot, 'docs/agent.md'), 'utf8')).toContain(`\`${observedAt}\``);
  const element = await elementMade({ document: { row: { time } }, reading: reading() }, sourceWith({ map: { observedAt } }));
  expect(element.observedAt).toBe(expected);
});

describe("the source's own reading", () => {
  it('becomes an element with the namespace before its id, and the time of receipt if it has none', async () => {
    expect(await elementMade({ document: {}, reading: reading() })).toEqual({
      externalId: 'yard:7',
      observedAt: new Date(RECEIVED_AT).toISOString(),
      locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
    });
  });

  it('keeps its own time, title, type, accuracy, floor, altitude and fields', async () => {
    const full = reading({
      observedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
      title: 'Crane 7',
      type: 'Crane',
      accuracy: 0.5,
      heading: 90,
      speed: 1.4,
      floor: 2,
      position: { lat: 1, lon: 2, alt: 3 },
      fields: { battery: { type: 'Number', value: 87 }, note: { type: 'String', value: null }, kind: { type: 'Category', value: 'uwb' } },
    });
    expect(await elementMade({ document: {}, reading: full })).toEqual({
      externalId: 'yard:7',
      observedAt: '2026-01-02T03:04:05.006Z',
      locationUpdate: { newPosition: { lat: 1, lon: 2, alt: 3 }, accuracy: 0.5, heading: 90, speed: 1.4, floor: 2 },
      fieldValues: [
        { type: 'Number', field: 'battery', value: 87 },
        { type: 'String', field: 'note', value: null },
        { type: 'Category', field: 'kind', value: { namespace: 'yard', categoryName: 'uwb' } },
      ],
      initialExternalObject: { title: 'Crane 7', type: 'Crane' },
    });
  });

  it('sends an id that the thing carries unchanged', async () => {
    expect((await elementMade({ document: {}, reading: reading({ externalId: 'crane-7' }) })).externalId).toBe('crane-7');
  });

  it('sends ids unchanged when the namespace is empty, and then names categories after the source', async () => {
    const element = await elementMade(
      { document: {}, reading: reading({ fields: { kind: { type: 'Category', value: 'uwb' } } }) },
      sourceWith({ namespace: '' }),
    );
    expect([element.externalId, element.fieldValues]).toEqual([
      '7',
      [{ type: 'Category', field: 'kind', value: { namespace: 'yard', categoryName: 'uwb' } }],
    ]);
  });

  it('sends only fields of the allow-list, from the source and from the map', async () => {
    const source = sourceWith({
      fields: ['battery', 'made'],
      map: { fields: { made: { type: 'Number', value: 'a' }, other: { type: 'Number', value: 'a' } } },
    });
    const element = await elementMade(
      {
        document: { a: 1 },
        reading: reading({ fields: { battery: { type: 'Number', value: 1 }, secret: { type: 'String', value: 'x' } } }),
      },
      source,
    );
    expect(element.fieldValues?.map(({ field }) => field)).toEqual(['battery', 'made']);
  });
});

describe('a map', () => {
  const source = sourceWith({
    map: {
      id: 'device',
      observedAt: 'at',
      lat: 'pos.lat',
      lon: 'pos.lon',
      title: '"Truck " & device',
      fields: { battery: { type: 'Number', value: 'batt * 100' }, state: { type: 'Category', value: 'state', namespace: 'states' } },
    },
  });

  it('creates an element from any document', async () => {
    expect(
      await elementMade(
        { document: { device: 12, at: 1_763_712_000, pos: { lat: '53.4', lon: -2.98 }, batt: 0.5, state: 'idle' } },
        source,
      ),
    ).toEqual({
      externalId: 'yard:12',
      observedAt: '2025-11-21T08:00:00.000Z',
      locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
      fieldValues: [
        { type: 'Number', field: 'battery', value: 50 },
        { type: 'Category', field: 'state', value: { namespace: 'states', categoryName: 'idle' } },
      ],
      initialExternalObject: { title: 'Truck 12' },
    });
  });

  it("overrides the source's reading, member by member, and can use it as $reading", async () => {
    const mixed = sourceWith({ map: { title: '$reading.id & " in the yard"', floor: 'level' } });
    const element = await elementMade({ document: { level: 'B2' }, reading: reading({ floor: 1, title: 'No' }) }, mixed);
    expect([element.initialExternalObject, element.locationUpdate?.floor, element.locationUpdate?.newPosition.lat]).toEqual([
      { title: '7 in the yard' },
      'B2',
      53.4,
    ]);
  });

  it('clears a field by null, and leaves out one without a result', async () => {
    const fields = sourceWith({ map: { id: 'id', fields: { a: { type: 'Number', value: 'a' }, b: { type: 'String', value: 'b' } } } });
    expect((await elementMade({ document: { id: 'x', a: null } }, fields)).fieldValues).toEqual([
      { type: 'Number', field: 'a', value: null },
    ]);
  });

  it('never combines a position from one half of the message and one of the source', async () => {
    const half = sourceWith({ map: { lat: 'lat', lon: 'lon' } });
    expect(await reasonKept({ document: { lat: 10 }, reading: reading() }, half)).toMatch(
      /^impossible-position: lon must be a number from -180 to 180/,
    );
    expect((await elementMade({ document: {}, reading: reading() }, half)).locationUpdate?.newPosition).toEqual({ lat: 53.4, lon: -2.98 });
  });

  it.each([
    ['an endless recursion', '($f := function($x) { $f($x) + 1 }; $f(1))'],
    ['an endless loop', '($f := function($x) { $f($x) }; $f(1))'],
    ['more values than fit', '[1..9000000]'],
    ['a program in the message', '$eval(program)'],
    ['a fault of the expression', '$number("x")'],
  ])('is stopped at %s, and reports it', async (_what, title) => {
    expect(await reasonKept({ document: { program: '1 + 1' }, reading: reading() }, sourceWith({ map: { title } }))).toMatch(
      /^not-mapped: map\.title failed: /,
    );
  });

  it('changes no prototype', async () => {
    const document = JSON.parse('{"id":"x","__proto__":{"polluted":true},"lat":1,"lon":2}') as unknown;
    await map(
      { document },
      sourceWith({
        map: {
          id: 'id',
          lat: 'lat',
          lon: 'lon',
          title: '$string($merge([$, {"a": 1}]).id)',
          type: '($ ~> | $ | {"__proto__": {"polluted": true}} |).id',
        },
      }),
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a message in quarantine', () => {
  it.each<[string, Partial<Reading>, RegExp]>([
    ['a latitude beyond the pole', { position: { lat: 90.01, lon: 0 } }, /^impossible-position: lat .* not 90\.01/],
    ['a longitude beyond 180', { position: { lat: 0, lon: 181 } }, /^impossible-position/],
    ['a position that is not a number', { position: { lat: NaN, lon: 0 } }, /^impossible-position/],
    ['a time before this century', { observedAt: Date.UTC(1980, 0, 6) }, /^impossible-time/],
    ['a time of 1970', { observedAt: 0 }, /^impossible-time/],
    ['a time in seconds where milliseconds are meant', { observedAt: 1_763_712_000 }, /^impossible-time/],
    ['a blank id', { id: ' ' }, /^no-id/],
    ['neither position nor field', { position: undefined }, /^no-position-known/],
    ['an altitude on the Moon', { position: { lat: 0, lon: 1, alt: 3e8 } }, /^invalid-element: \/locationUpdate\/newPosition\/alt/],
    ['a negative accuracy', { accuracy: -1 }, /^invalid-element: \/locationUpdate\/accuracy/],
    ['a heading beyond the full circle', { heading: 400 }, /^invalid-element: \/locationUpdate\/heading/],
    ['an id with a line break', { id: 'a\nb' }, /^invalid-element: \/externalId/],
    [
      'a field named __proto__',
      { fields: JSON.parse('{"__proto__":{"type":"Number","value":1}}') as Reading['fields'] },
      /^invalid-element: \/fieldValues/,
    ],
  ])('%s', async (_what, more, reason) => {
    expect(await reasonKept({ document: {}, reading: reading(more) })).toMatch(reason);
  });

  it('stays there if the source quarantines it, whatever a map says', async () => {
    const quarantined = { reason: 'local-coordinates', detail: 'No zone.' } as const;
    expect(
      await map({ document: { lat: 1, lon: 2 }, reading: reading(), quarantined }, sourceWith({ map: { lat: 'lat', lon: 'lon' } })),
    ).toEqual({ quarantined });
  });

  it('is one that nothing can read', async () => {
    expect(await reasonKept({ document: {} })).toMatch(/^not-mapped/);
    expect(await reasonKept({ document: {} }, sourceWith({ map: { id: 'id' } }))).toMatch(/^no-id/);
  });

  it('is one with a field of the wrong type, named in the reason', async () => {
    const source = sourceWith({ map: { fields: { temperature: { type: 'Number', value: 't' } } } });
    expect(await reasonKept({ document: { t: '21 °C' }, reading: reading() }, source)).toBe(
      'invalid-element: /fieldValues/temperature: must be a number, not "21 °C".',
    );
  });
});

it('sends a position at 0/0, and reports it as suspicious', async () => {
  expect(await map({ document: {}, reading: reading({ position: { lat: 0, lon: -0 } }) })).toMatchObject({
    warning: 'zero-position',
    element: { locationUpdate: { newPosition: { lat: 0, lon: 0 } } },
  });
});
