import type { SchemaObject } from '@nestjs/swagger';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { integer, list, nullable, nullableRef, open, ref, string, time, word } from './schema-words.js';

const LETTER = {
  letter: string({ description: 'Its name.', example: 'commands:12' }),
  reason: string(),
  time: time('When it was set aside.'),
  source: open({ topic: string(), partition: integer({ minimum: 0 }), offset: integer({ minimum: 0 }) }),
  key: nullable(string({ description: 'As text; what is no UTF-8 in it is shown as �.' })),
  size: integer({ minimum: 0, description: 'Bytes of the value.' }),
};
const content = open({ encoding: string({ enum: ['utf8', 'base64'] }), data: string() });

/** Schemas of the installation's own topics, for operators. */
export function installationSchemas(): Record<string, SchemaObject> {
  return {
    LagReport: open({
      measuredAt: time('When it was measured.'),
      consumers: list(
        open({
          consumer: string({
            description: 'A service, by the group that it reads in; `gateway` is the one that answers.',
            example: 'object-service',
          }),
          topic: string({ example: 'object.commands' }),
          records: nullable(integer({ minimum: 0, description: 'Not yet processed, of all partitions; null: not known.' })),
          partitions: nullable(
            list(
              open({
                partition: integer({ minimum: 0 }),
                lag: integer({ minimum: 0, description: 'Records not yet processed, at most a second old.' }),
              }),
            ),
          ),
        }),
      ),
    }),
    DeadLetterPage: open({
      letters: list(open(LETTER)),
      next: nullable(string({ description: 'What the next page goes on from; null on the last page.' })),
    }),
    OpenedDeadLetter: open({
      ...LETTER,
      headers: { type: 'object', additionalProperties: content, description: 'Of the record, as before it was set aside.' },
      value: nullableRef('LetterContent'),
    }),
    LetterContent: content,
    Adoption: open({
      op: string({ enum: ['adopt'] }),
      externalId: string(),
      kind: word(Object.keys(EVENT_TYPES), { description: 'As the CloudEvents type of the change says it.' }),
      change: {
        type: 'object',
        additionalProperties: true,
        description:
          'The change as it is on object.events: revision, observedAt, receivedAt, subject, and what was ' +
          'reported (position, fields, set, hold, stale).',
      },
    }),
    KeptObjectsSettled: open({ settled: { type: 'boolean' } }),
    KeptObjectsQuestion: {
      type: 'object',
      properties: { after: string({ description: 'The value `next` of the page before.' }), ids: list(string(), { maxItems: 500 }) },
    },
    KeptObjectsPage: open({
      objects: list({
        type: 'object',
        additionalProperties: true,
        description: 'A state as it is on object.state; of an erased object its owner and revision.',
      }),
      next: nullable(string()),
    }),
    Rebuild: open({
      id: string(),
      check: { type: 'boolean', description: 'True: it only compares.' },
      startedAt: time('When it began.'),
      endedAt: nullable(time('When it ended.')),
      status: word(['running', 'same', 'differs', 'refused', 'undone', 'failed', 'interrupted'], {
        description:
          'What became of it. `differs`: rows were not the same, and it only compared or was to swap all the ' +
          'same; `refused`: it did not swap because of them; `undone`: the projection that the last one had ' +
          'replaced is back; `interrupted`: its process is gone.',
      }),
      differences: nullable(
        integer({
          minimum: 0,
          description: 'Rows that were not the same; at most 1,000 of each table are counted. Null before they were compared.',
        }),
      ),
      found: list(ref('RebuildDifference'), { description: 'The differences, one entry a table and kind.' }),
      says: string({ description: 'What it said last.' }),
    }),
    RebuildDifference: open({
      table: string({ description: 'Table of the projection.', example: 'history' }),
      what: string({ description: 'How its rows differ.', example: 'only in the former' }),
      rows: integer({ minimum: 1, description: 'How many were counted.' }),
      examples: list(string({ description: 'What a row is known by.', example: 'truck-1@3' }), { description: 'Some of them.' }),
    }),
    RebuildList: open({ rebuilds: list(ref('Rebuild')) }),
    AppSettings: open({
      basemap: nullable(
        open({
          tiles: string({
            description: 'Template of the addresses of vector tiles.',
            example: '/app/basemap/0123456789abcdef/{z}/{x}/{y}',
          }),
          maxZoom: integer({ minimum: 0 }),
        }),
      ),
      streetMap: {
        type: ['object', 'null'],
        description: 'A style, or raster tiles with whom to name and their closest zoom; null: none is set.',
        properties: {
          style: string({ description: 'Address of a MapLibre style.' }),
          tiles: string({ description: 'Template of the addresses of raster tiles.' }),
          attribution: string(),
          maxZoom: integer({ minimum: 0 }),
        },
      },
      streets: list(
        open({
          name: string({ description: 'Of the file, without its end.' }),
          tiles: string({ description: 'Template of the addresses of its tiles.', example: '/app/basemap/0123456789abcdef/{z}/{x}/{y}' }),
          schema: word(['openmaptiles', 'protomaps', 'raster'], {
            description: 'How the layers of vector tiles are named; `raster`: they are pictures.',
          }),
          minZoom: integer({ minimum: 0 }),
          maxZoom: integer({ minimum: 0 }),
          bounds: {
            type: 'array',
            items: { type: 'number' },
            minItems: 4,
            maxItems: 4,
            description: 'West, south, east, north, in degrees.',
          },
          attribution: string({ description: 'Whom the map must name.' }),
        }),
        { description: 'Street maps that this installation serves itself.' },
      ),
      satellite: nullable(
        open({
          tiles: string({ description: 'Template of the addresses of raster tiles.' }),
          attribution: string(),
          maxZoom: integer({ minimum: 0 }),
        }),
      ),
      signIn: open({
        password: { type: 'boolean' },
        provider: { type: 'boolean', description: 'With an OpenID provider, as far as is known.' },
      }),
      version: string({ description: 'Of Waymark.' }),
      embedding: { type: 'boolean', description: 'Whether pages of other origins may show the app in a frame.' },
    }),
    DeadLetterReplay: open({
      source: string(),
      replayed: integer({ minimum: 0 }),
      left: integer({ minimum: 0, description: 'Of those that were asked for.' }),
    }),
  };
}
