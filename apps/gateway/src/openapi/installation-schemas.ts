import type { SchemaObject } from '@nestjs/swagger';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { integer, list, nullable, nullableRef, open, ref, string, time, word } from './schema-words.js';

const LETTER = {
  letter: string({ description: 'Name of the letter.', example: 'commands:12' }),
  reason: string(),
  time: time('When it was set aside.'),
  source: open({ topic: string(), partition: integer({ minimum: 0 }), offset: integer({ minimum: 0 }) }),
  key: nullable(string({ description: 'As text; bytes that are not valid UTF-8 are shown as �.' })),
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
            description: 'A service, by its consumer group; `gateway` is the answering one.',
            example: 'object-service',
          }),
          topic: string({ example: 'object.commands' }),
          records: nullable(integer({ minimum: 0, description: 'Records not yet processed in all partitions; null: unknown.' })),
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
      next: nullable(string({ description: 'Starting point of the next page; null on the last page.' })),
    }),
    OpenedDeadLetter: open({
      ...LETTER,
      headers: { type: 'object', additionalProperties: content, description: 'Headers of the original record.' },
      value: nullableRef('LetterContent'),
    }),
    LetterContent: content,
    Adoption: open({
      op: string({ enum: ['adopt'] }),
      externalId: string(),
      kind: word(Object.keys(EVENT_TYPES), { description: 'Kind of the change, as in its CloudEvents type.' }),
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
      properties: { after: string({ description: 'The value `next` of the previous page.' }), ids: list(string(), { maxItems: 500 }) },
    },
    KeptObjectsPage: open({
      objects: list({
        type: 'object',
        additionalProperties: true,
        description: 'A state as on object.state; for an erased object, its owner and revision.',
      }),
      picturesMissing: list(string(), { description: 'Ids of those that name a picture whose bytes are not stored.' }),
      next: nullable(string()),
    }),
    Rebuild: open({
      id: string(),
      check: { type: 'boolean', description: 'True: it only compares.' },
      startedAt: time('When it started.'),
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
          description: 'Number of differing rows; at most 1,000 per table are counted. Null until they have been compared.',
        }),
      ),
      found: list(ref('RebuildDifference'), { description: 'The differences, one entry per table and kind.' }),
      says: string({ description: 'Its last message.' }),
    }),
    RebuildDifference: open({
      table: string({ description: 'Table of the projection.', example: 'history' }),
      what: string({ description: 'Kind of difference.', example: 'only in the former' }),
      rows: integer({ minimum: 1, description: 'Number of rows.' }),
      examples: list(string({ description: 'Key of a row.', example: 'truck-1@3' }), { description: 'Some of them.' }),
    }),
    RebuildList: open({ rebuilds: list(ref('Rebuild')) }),
    AppSettings: open({
      basemap: nullable(
        open({
          tiles: string({
            description: 'URL template of the vector tiles.',
            example: '/app/basemap/0123456789abcdef/{z}/{x}/{y}',
          }),
          maxZoom: integer({ minimum: 0 }),
        }),
      ),
      streetMap: {
        type: ['object', 'null'],
        description: 'A style, or raster tiles with attribution and maximum zoom; null: none configured.',
        properties: {
          style: string({ description: 'URL of a MapLibre style.' }),
          tiles: string({ description: 'URL template of the raster tiles.' }),
          attribution: string(),
          maxZoom: integer({ minimum: 0 }),
        },
      },
      streets: list(
        open({
          name: string({ description: 'File name without its extension.' }),
          tiles: string({ description: 'URL template of its tiles.', example: '/app/basemap/0123456789abcdef/{z}/{x}/{y}' }),
          schema: word(['openmaptiles', 'protomaps', 'raster'], {
            description: 'Naming scheme of the vector tile layers; `raster`: the tiles are images.',
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
          attribution: string({ description: 'Required attribution.' }),
        }),
        { description: 'Street maps that this installation serves itself.' },
      ),
      satellite: nullable(
        open({
          tiles: string({ description: 'URL template of the raster tiles.' }),
          attribution: string(),
          maxZoom: integer({ minimum: 0 }),
        }),
      ),
      signIn: open({
        password: { type: 'boolean' },
        provider: { type: 'boolean', description: 'True: with an OpenID provider, as far as known.' },
      }),
      version: string({ description: 'Version of Waymark.' }),
      embedding: { type: 'boolean', description: 'Whether pages of other origins may embed the app in a frame.' },
    }),
    DeadLetterReplay: open({
      source: string(),
      replayed: integer({ minimum: 0 }),
      left: integer({ minimum: 0, description: 'Number of letters left to replay.' }),
    }),
  };
}
