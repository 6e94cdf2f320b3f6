import type { SchemaObject } from '@nestjs/swagger';
import { ROLES } from '#contracts/directory/roles.js';
import { integer, list, nullable, open, ref, type Schema, string, time, word } from './schema-words.js';

const next = nullable(string({ description: 'What the next page goes on from; null on the last page.' }));
const revision = integer({ minimum: 1, description: 'Grows with every change; the ETag holds it.' });
const optionId = string({ format: 'uuid', example: '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' });
const subject = (description: string): SchemaObject => string({ description, example: 'person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' });
const mine = list(optionId, {
  description: 'Ids of what the caller has chosen; empty: nothing, or it is not known any more (an anonymous poll that is closed).',
});
const parameters: SchemaObject = {
  type: 'object',
  description: 'Parameters of a report by name: texts, numbers, booleans, lists of texts.',
  additionalProperties: true,
  example: { interval: 'day', by: ['type'] },
};

const SUMMARY: Record<string, Schema> = {
  id: string({ format: 'uuid' }),
  name: string({ example: 'Morning round' }),
  createdBy: subject('Subject of who made it.'),
  createdAt: time('When it was made.'),
  updatedBy: subject('Subject of who changed it last.'),
  updatedAt: time('When it was changed last.'),
  revision,
};

/** The directory's answers about polls, dashboards and saved views, by name. */
export const BOARD_SCHEMAS = {
  ShownPoll: open({
    id: string({ format: 'uuid' }),
    workspace: string({ example: 'harbour' }),
    question: string({ example: 'Where shall the new crane stand?' }),
    description: nullable(string()),
    options: list(open({ id: optionId, text: string({ example: 'North quay' }) })),
    multiple: integer({ minimum: 1, description: 'How many may be chosen.', example: 1 }),
    audience: open(
      {
        kind: word(['workspace', 'roles', 'people']),
        roles: list(string({ enum: Object.keys(ROLES) })),
        people: list(string({ format: 'uuid' })),
      },
      ['kind'],
    ),
    closesAt: nullable(time('From then on it takes no answers; null: until somebody closes it.')),
    results: word(['always', 'afterAnswer', 'afterClose'], { description: 'When the results are shown.' }),
    anonymous: { type: 'boolean', description: 'True: nobody sees who chose what.' },
    status: string({ enum: ['open', 'closed'] }),
    closedAt: nullable(time('When it was closed; null: it is open.')),
    createdBy: subject('Subject of who made it.'),
    createdAt: time('When it was made.'),
    updatedAt: time('When it was changed last; answers do not change it.'),
    revision,
    mayAnswer: { type: 'boolean', description: 'Whether the caller may answer now.' },
    mine,
  }),
  PollPage: open({ polls: list(ref('ShownPoll')), next }),
  RecordedPollAnswer: open({ options: list(optionId, { description: 'In the order of the poll.' }) }),
  PollOutcome: open(
    {
      total: integer({ minimum: 0, description: 'How many have answered.', example: 12 }),
      options: list(
        open({
          id: optionId,
          text: string({ example: 'North quay' }),
          count: integer({ minimum: 0, description: 'How many have chosen it.', example: 7 }),
        }),
      ),
      mine,
      answers: list(
        open({ person: nullable(open({ id: string({ format: 'uuid' }), name: string({ example: 'Ada' }) })), options: list(optionId) }),
        {
          maxItems: 200,
          description:
            'Who chose what, in no order; person null: has left the workspace since. Only for who may write ' +
            'polls, and not of anonymous ones.',
        },
      ),
      next,
    },
    ['total', 'options', 'mine'],
  ),
  DashboardSummary: open(SUMMARY),
  DashboardPage: open({ dashboards: list(ref('DashboardSummary')), next }),
  ShownDashboard: open({
    ...SUMMARY,
    workspace: string({ example: 'harbour' }),
    tiles: list(
      open({
        id: string({ example: 'load' }),
        kind: word(['number', 'series', 'bar', 'table', 'map', 'heatmap', 'stale']),
        title: string({ example: 'Load by day' }),
        x: integer({ minimum: 0, maximum: 11, description: 'Column of 12.' }),
        y: integer({ minimum: 0, description: 'Row.' }),
        w: integer({ minimum: 1, maximum: 12, description: 'Columns.' }),
        h: integer({ minimum: 1, description: 'Rows.' }),
        query: parameters,
      }),
      { maxItems: 40 },
    ),
    filters: parameters,
  }),
  ShownView: open({
    id: string({ format: 'uuid' }),
    name: string({ example: 'Quay at night' }),
    state: string({ description: "Fragment of the app's address.", example: 'at=53.4,-2.98,14&type=crane' }),
    shared: { type: 'boolean', description: 'False: nobody but its owner sees it.' },
    own: { type: 'boolean', description: 'The caller saved it.' },
    savedBy: nullable(subject('Subject of its owner; null: has left the workspace since.')),
    createdAt: time('When it was saved.'),
    updatedAt: time('When it was changed last.'),
  }),
  ShownViewPage: open({ views: list(ref('ShownView')), next }),
} satisfies Record<string, SchemaObject>;
