import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { FieldRecord } from '#contracts/directory/records.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { FieldValue } from '#object-rules/command.js';
import { ElementCheck } from '../../src/checks/element-check.js';
import { FieldSightings } from '../../src/checks/field-sightings.js';
import { FieldWatch } from '../../src/checks/field-watch.js';
import { SightingsReport } from '../../src/checks/sightings-report.js';
import { answerOf } from '../../src/writes/answer.js';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const define = (name: string, more: Partial<FieldRecord>, workspace = 'ws1'): FieldRecord => ({
  workspace,
  name,
  type: 'Number',
  review: 'approved',
  onConflict: 'reject',
  ...more,
});

function watch(...definitions: FieldRecord[]): { fields: FieldWatch; sightings: FieldSightings; registry: Registry } {
  const directory = new DirectoryCopy();
  definitions.forEach((body, at) => directory.apply({ key: `field:${body.workspace}:${body.name}`, revision: at + 1, body }));
  const registry = new Registry();
  const sightings = new FieldSightings(registry);
  return { fields: new FieldWatch(directory, sightings), sightings, registry };
}

const number = (field: string, value: number | null): FieldValue => ({ type: 'Number', field, value });
const text = (field: string, value: string): FieldValue => ({ type: 'String', field, value });
const category = (field: string, namespace: string, categoryName: string): FieldValue => ({
  type: 'Category',
  field,
  value: { namespace, categoryName },
});

describe('an approved definition', () => {
  const { fields } = watch(
    define('battery', { min: 0, max: 100 }),
    define('state', {
      type: 'Category',
      categories: [
        { namespace: 'n', categoryName: 'on' },
        { namespace: 'n', categoryName: 'off' },
      ],
    }),
    define('kind', { type: 'Category' }),
    define('note', { type: 'String' }),
  );
  const conflict = (value: FieldValue): unknown => fields.judge('ws1', [text('free', 'x'), value], NOW);

  it.each([
    [number('battery', 0)],
    [number('battery', 100)],
    [number('battery', null)],
    [category('state', 'n', 'off')],
    [category('kind', 'any', 'thing')],
    [text('note', '')],
    [{ ...text('battery', ''), value: null } as FieldValue],
  ])('accepts %j', (value) => {
    expect(conflict(value)).toBeUndefined();
  });

  it.each([
    [number('battery', -0.1), 'value', 'The field "battery" must be at least 0 by its definition.'],
    [number('battery', 100.1), 'value', 'The field "battery" must be at most 100 by its definition.'],
    [text('battery', '5'), 'type', 'The field "battery" is defined as Number, not String.'],
    [
      category('state', 'n', 'on '),
      'value',
      'The field "state" must have one of the 2 categories in its definition, and this is not one of them.',
    ],
    [
      category('state', 'no', 'n'),
      'value',
      'The field "state" must have one of the 2 categories in its definition, and this is not one of them.',
    ],
  ])('is broken by %j', (value, member, detail) => {
    expect(conflict(value)).toEqual({ refused: { code: 'field-conflict', detail, pointer: `/fieldValues/1/${member}` } });
  });

  it('applies only in its own workspace', () => {
    expect(fields.judge('ws2', [number('battery', -1)], NOW)).toBeUndefined();
  });
});

describe('a definition', () => {
  it.each(['proposed', 'ignored'] as const)('that is %s refuses nothing', (review) => {
    expect(watch(define('battery', { max: 1, review })).fields.judge('ws1', [number('battery', 2)], NOW)).toBeUndefined();
  });

  it('that warns accepts the element and adds a warning to the answer, at its place', () => {
    const { fields } = watch(define('battery', { max: 1, onConflict: 'warn' }));
    const at = (externalId: string, ...fieldValues: FieldValue[]): object => ({ externalId, fieldValues });
    const checked = new ElementCheck(fields).all([at('a', number('battery', 1)), at('b', text('x', ''), number('battery', 2))], NOW, {
      workspace: 'ws1',
      narrowing: undefined,
    });
    expect([checked.commands.length, checked.refused]).toEqual([2, []]);
    const { status, body } = answerOf(
      '01',
      [
        [0, 'a', 'updated', 2, false],
        [1, 'b', 'updated', 2, false],
      ],
      [],
      checked.warnings,
    );
    const { results } = JSON.parse(body) as { results: object[] };
    expect([status, results[0], results[1]]).toEqual([
      200,
      { index: 0, externalId: 'a', status: 'updated', revision: 2 },
      {
        index: 1,
        externalId: 'b',
        status: 'updated',
        revision: 2,
        warnings: [
          { code: 'field-conflict', detail: 'The field "battery" must be at most 1 by its definition.', pointer: '/1/fieldValues/1/value' },
        ],
      },
    ]);
  });

  it('that rejects refuses the element', () => {
    const { fields } = watch(define('battery', { max: 1 }));
    const { commands, refused } = new ElementCheck(fields).all([{ externalId: 'a', fieldValues: [number('battery', 2)] }], NOW, {
      workspace: 'ws1',
      narrowing: undefined,
    });
    expect([commands, refused]).toMatchObject([[], [{ index: 0, code: 'field-conflict', pointer: '/0/fieldValues/0/value' }]]);
  });
});

describe('fields that are not defined', () => {
  it('are counted by workspace, with types, times and a few samples; values that match their definition are not', () => {
    const { fields, sightings } = watch(
      define('battery', { max: 100, onConflict: 'warn' }),
      define('off', { review: 'ignored' }),
      define('soon', { review: 'proposed' }),
    );
    for (let at = 0; at < 5; at++)
      fields.judge(
        'ws1',
        [number('speed', at), number('battery', 99 + at), number('off', 1), number('soon', 1), number('none', null)],
        NOW + at,
      );
    fields.judge('ws1', [text('speed', '😀'.repeat(70)), category('speed', 'n', 'c')], NOW + 9);
    fields.judge('ws2', [text('speed', 'slow')], NOW);
    expect(sightings.waiting(100)).toEqual([
      {
        workspace: 'ws1',
        field: 'speed',
        count: 7,
        conflicts: 0,
        firstSeen: '2026-11-21T10:00:00.000Z',
        lastSeen: '2026-11-21T10:00:00.009Z',
        types: { String: 1, Number: 5, Category: 1 },
        samples: ['0', '1', '2', 'n/c'],
      },
      {
        workspace: 'ws1',
        field: 'soon',
        count: 5,
        conflicts: 0,
        firstSeen: '2026-11-21T10:00:00.000Z',
        lastSeen: '2026-11-21T10:00:00.004Z',
        types: { String: 0, Number: 5, Category: 0 },
        samples: ['1'],
      },
      {
        workspace: 'ws1',
        field: 'battery',
        count: 3,
        conflicts: 3,
        firstSeen: '2026-11-21T10:00:00.002Z',
        lastSeen: '2026-11-21T10:00:00.004Z',
        types: { String: 0, Number: 3, Category: 0 },
        samples: ['101', '102', '103'],
      },
      {
        workspace: 'ws2',
        field: 'speed',
        count: 1,
        conflicts: 0,
        firstSeen: '2026-11-21T10:00:00.000Z',
        lastSeen: '2026-11-21T10:00:00.000Z',
        types: { String: 1, Number: 0, Category: 0 },
        samples: ['slow'],
      },
    ]);
  });

  it('include every received category, and a few other values', () => {
    const { fields, sightings } = watch();
    const names = ['charging', 'driving', 'idle', 'parked', 'broken'];
    for (const name of [...names, ...names]) fields.judge('ws1', [category('status', 'fleet', name), text('note', name)], NOW);
    expect(sightings.waiting(2).map(({ samples }) => samples)).toEqual([names.map((name) => `fleet/${name}`), names.slice(0, 3)]);
  });

  it('show samples of at most 64 characters, without splitting one', () => {
    const { fields, sightings } = watch();
    fields.judge('ws1', [text('speed', `x${'😀'.repeat(70)}`)], NOW);
    expect(sightings.waiting(1)[0]!.samples).toEqual([`x${'😀'.repeat(63)}`]);
  });

  it('are limited, per workspace and in total, and the rest is counted as dropped', async () => {
    const { fields, sightings, registry } = watch();
    for (let at = 0; at < 2100; at++) fields.judge('ws1', [number(`f${at}`, 1)], NOW);
    expect(sightings.waiting(100_000)).toHaveLength(2000);
    for (let at = 0; at < 10_000; at++) fields.judge(`w${at}`, [number('f', 1)], NOW);
    fields.judge('ws2', [number('n'.repeat(513), 1)], NOW);
    expect(sightings.waiting(100_000)).toHaveLength(10_000);
    expect(await registry.metrics()).toContain('waymark_field_sightings_dropped_total 2101');
  });
});

describe('the report', () => {
  const silent = { error: () => undefined } as never;

  it('reports everything once, in calls of a hundred, and continues with newer sightings', async () => {
    const { fields, sightings } = watch();
    const reported: { field: string; count: number }[] = [];
    const client = {
      report: (_path: string, body: object) => {
        const { sightings: batch } = structuredClone(body) as { sightings: { field: string; count: number }[] };
        expect(batch.length).toBeLessThanOrEqual(100);
        if (reported.length === 0) fields.judge('ws1', [number('f0', 1)], NOW);
        reported.push(...batch);
        return Promise.resolve(204);
      },
    };
    for (let at = 0; at < 250; at++) fields.judge('ws1', [number(`f${at}`, 1)], NOW);
    await new SightingsReport(sightings, client, silent).report();
    expect(reported).toHaveLength(251);
    expect(reported.filter(({ field }) => field === 'f0').map(({ count }) => count)).toEqual([1, 1]);
    expect(sightings.waiting(10)).toEqual([]);
  });

  it('keeps everything while the directory is down, and drops refused reports', async () => {
    const { fields, sightings } = watch();
    fields.judge('ws1', [number('f', 1)], NOW);
    const answer = (status: number) => ({ report: () => Promise.resolve(status) });
    await new SightingsReport(sightings, { report: () => Promise.reject(new Error('away')) }, silent).report();
    await new SightingsReport(sightings, answer(503), silent).report();
    expect(sightings.waiting(10)).toHaveLength(1);
    await new SightingsReport(sightings, answer(422), silent).report();
    expect(sightings.waiting(10)).toHaveLength(0);
  });
});
