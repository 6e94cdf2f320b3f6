import { describe, expect, it } from 'vitest';
import type { ExternalObject } from '../../src/api/api.js';
import { ApiProblem } from '../../src/api/problem.js';
import { BulkRun } from '../../src/editing/bulk-run.js';
import { membersOfValues, valuesOf } from '../../src/editing/draft-values.js';
import { typedNumber } from '../../src/forms/number-text.js';
import { manyLines, oneLine } from '../../src/forms/one-line.js';
import { inverseOf } from '../../src/object-changes/inverse.js';
import { EditConflict } from '../../src/object-changes/object-edits.js';
import { differences, membersOf, patchOf } from '../../src/object-changes/object-members.js';
import { Selection } from '../../src/objects/selection.js';

const object = (more: Partial<ExternalObject> = {}): ExternalObject => ({
  externalId: 'crane-1',
  revision: 1,
  archived: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  position: { lat: 53.400000000001, lon: -2.98, observedAt: '2026-11-21T08:00:00.000Z' },
  fields: { battery: { type: 'Number', value: 0.1 + 0.2 }, status: { type: 'Category', value: { namespace: 's', categoryName: 'ok' } } },
  ...more,
});
const NONE = new Map();

describe('the form of an object', () => {
  it('leaves untouched values unchanged to the last digit, in either way of writing numbers', () => {
    const origin = membersOf(
      object({ title: ' odd title ', position: { lat: 1, lon: 2, floor: '03', observedAt: '2026-11-21T08:00:00.000Z' } }),
    );
    for (const sign of ['.', ','] as const) {
      const { members, faults } = membersOfValues(valuesOf(origin, sign), origin, sign, NONE);
      expect(faults.size).toBe(0);
      expect(differences(origin, members)).toEqual([]);
    }
  });

  it('writes the changes as a patch', () => {
    const origin = membersOf(object({ title: 'Crane' }));
    const values = valuesOf(origin, ',');
    const { members } = membersOfValues(
      {
        ...values,
        texts: { ...values.texts, title: '' },
        place: { ...values.place, floor: '2' },
        fields: values.fields.map((field) =>
          field.name === 'battery' ? { ...field, text: '12,5' } : { ...field, text: '', namespace: '' },
        ),
      },
      origin,
      ',',
      NONE,
    );
    expect(patchOf(origin, members)).toEqual({
      title: null,
      locationUpdate: { newPosition: { lat: 53.400000000001, lon: -2.98 }, floor: 2 },
      fieldValues: expect.arrayContaining([
        { field: 'battery', type: 'Number', value: 12.5 },
        { field: 'status', type: 'Category', value: null },
      ]) as unknown,
    });
  });

  it('finds faults before anything is sent', () => {
    const origin = membersOf(object());
    const values = valuesOf(origin, '.');
    const { faults } = membersOfValues(
      {
        texts: { ...values.texts, title: '𝔫'.repeat(257) },
        place: { ...values.place, lat: '91', lon: 'x', alt: '' },
        fields: [
          { name: 'battery', kind: 'Number', text: 'full', namespace: '' },
          { name: 'battery', kind: 'String', text: 'x', namespace: '' },
          { name: '__proto__', kind: 'String', text: 'x', namespace: '' },
          { name: 'level', kind: 'Number', text: '11', namespace: '' },
        ],
        elements: [{ id: 'a', kind: 'link', label: '𝔫'.repeat(257), target: '' }],
      },
      origin,
      '.',
      new Map([['level', { name: 'level', type: 'Number', max: 10, onConflict: 'reject', review: 'approved', workspace: 'w' }]]),
    );
    expect(Object.fromEntries([...faults].map(([name, { is }]) => [name, is]))).toEqual({
      title: 'too-long',
      'place/lat': 'outside',
      'place/lon': 'no-number',
      'fields/0': 'no-number',
      'fields/1/name': 'twice',
      'fields/2/name': 'reserved',
      'fields/3': 'outside',
      'elements/0/label': 'too-long',
      'elements/0/target': 'target',
    });
  });

  it('refuses a new action that could do nothing, by what its kind needs', () => {
    const origin = membersOf(object());
    const values = valuesOf(origin, ',');
    const faultOf = (kind: string, target: string) =>
      membersOfValues({ ...values, elements: [{ id: 'a', kind, label: '', target }] }, origin, ',', NONE).faults.get('elements/0/target');
    for (const [kind, target] of [
      ['link', ''],
      ['link', 'example.org'],
      ['link', 'javascript:alert(1)'],
      ['poll', ' '],
      ['field', ''],
      ['checklist', ''],
      ['checklist', '; ; '],
      ['map', ''],
      ['map', '91,0'],
    ] as const)
      expect(faultOf(kind, target), `${kind} ${target}`).toEqual({ is: 'target', of: kind });
    expect(faultOf('field', 'battery=full')).toEqual({ is: 'no-number' });
    for (const [kind, target] of [
      ['link', 'https://example.org'],
      ['poll', 'p-1'],
      ['field', 'battery=12.5'],
      ['field', 'battery='],
      ['field', 'note=full'],
      ['checklist', 'Oil; '],
      ['map', '53.4,-2.9'],
      ['hologram', ''],
    ] as const)
      expect(faultOf(kind, target), `${kind} ${target}`).toBeUndefined();
  });

  it('keeps the actions that programs wrote as they are, while others are added', () => {
    const written = [
      { id: 'x', kind: 'hologram', target: ' deck 4 ' },
      { id: 'y', kind: 'link', label: '' },
      { id: 'on-scan', kind: 'on-scan', target: 'x' },
    ];
    const origin = membersOf(object({ contentElements: written }));
    const values = valuesOf(origin, ',');
    const { members, faults } = membersOfValues(
      { ...values, elements: [...values.elements, { id: 'z', kind: 'checklist', label: 'Round', target: 'Oil; Brakes; ' }] },
      origin,
      ',',
      NONE,
    );
    expect(faults.size).toBe(0);
    expect(members.get('contentElements')).toEqual([...written, { id: 'z', kind: 'checklist', label: 'Round', target: 'Oil; Brakes' }]);
  });

  it('reads numbers with a point or a comma, and no others', () => {
    expect(['1,5', '1.5', ' -3 ', '1e3', '.5', '', 'x', '1.2.3', '0x10', 'Infinity'].map(typedNumber)).toEqual([
      1.5,
      1.5,
      -3,
      1000,
      0.5,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(oneLine('a \r\n b\u0007c')).toBe('a b c');
    expect(manyLines('a\r\n\tb\rc\u0007d\n')).toBe('a\n\tb\nc d\n');
  });
});

describe('taking a change back', () => {
  it('restores the former values, and keeps other people’s changes', () => {
    const before = object({ title: 'Old', description: 'kept' });
    const after = object({ revision: 2, title: 'New', description: 'of somebody else', type: 'crane', fields: {} });
    expect(
      inverseOf(
        { before, after },
        {
          set: [
            ['title', 'New'],
            ['type', 'crane'],
            ['fields/battery', undefined],
          ],
        },
      ),
    ).toEqual({
      set: expect.arrayContaining([
        ['title', 'Old'],
        ['type', undefined],
        ['fields/battery', { type: 'Number', value: 0.1 + 0.2 }],
      ]) as unknown,
    });
    expect(inverseOf({ before, after: before }, { set: [['title', 'Old']] })).toBeUndefined();
    expect(inverseOf({ before, after: { ...before, archived: true } }, { order: 'archive' })).toEqual({ order: 'restore' });
  });
});

describe('changing many', () => {
  it('runs some at a time, reports failed ones, and undoes the others', async () => {
    const objects = Array.from({ length: 50 }, (_, n) => object({ externalId: `o-${n}`, type: 'a' }));
    let [now, most] = [0, 0];
    const run = new BulkRun(
      objects.map((seen) => ({ seen, change: { set: [['type', 'b']] } })),
      async (seen, change) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 1));
        now--;
        if (seen.externalId === 'o-7') throw new ApiProblem(422, 'invalid', 'no');
        if (seen.externalId === 'o-8' && seen.revision === 1) throw new EditConflict({ ...seen, revision: 2, type: 'c' }, ['type']);
        return {
          before: seen,
          after: { ...seen, revision: seen.revision + 1, type: 'set' in change ? (change.set[0]![1] as string) : seen.type },
        };
      },
      true,
    );
    await run.run();
    expect(most).toBeLessThanOrEqual(6);
    expect(run.progress.value).toMatchObject({ is: 'done', done: 49, of: 50 });
    expect(run.progress.value.failed.map(({ object: { externalId } }) => externalId)).toEqual(['o-7']);
    const back = run.inverse()!;
    await back.run();
    expect(back.after).toHaveLength(49);
    expect(back.after.find(({ externalId }) => externalId === 'o-8')!.type).toBe('c');
    expect(back.after.find(({ externalId }) => externalId === 'o-9')!.type).toBe('a');
  });

  it('selects ranges, and no more than 1,000', () => {
    const shown = Array.from({ length: 1200 }, (_, n) => object({ externalId: `o-${n}` }));
    const selection = new Selection();
    selection.toggle(shown[2]!, shown, false);
    selection.toggle(shown[5]!, shown, true);
    expect([...selection.chosen.value.keys()]).toEqual(['o-2', 'o-3', 'o-4', 'o-5']);
    selection.toggle(shown[4]!, shown, false);
    selection.toggle(shown[2]!, shown, true);
    expect([...selection.chosen.value.keys()]).toEqual(['o-5']);
    selection.add(shown);
    expect(selection.chosen.value.size).toBe(1000);
  });
});
