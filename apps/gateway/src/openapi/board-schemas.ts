import type { SchemaObject } from '@nestjs/swagger';
import { ROLES } from '#contracts/directory/roles.js';
import { integer, list, nullable, open, ref, type Schema, string, time, word } from './schema-words.js';

const next = nullable(string({ description: 'Starting point of the next page; null on the last page.' }));
const revision = integer({ minimum: 1, description: 'Increases with every change; also in the ETag.' });
const optionId = string({ format: 'uuid', example: '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' });
const subject = (description: string): SchemaObject => string({ description, example: 'person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' });
const mine = list(optionId, {
  description: "Ids of the caller's answer; empty: none, or no longer known (a closed anonymous poll).",
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
  createdBy: subject('Subject of its creator.'),
  createdAt: time('When it was created.'),
  updatedBy: subject('Subject of who changed it last.'),
  updatedAt: time('When it was last changed.'),
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
    multiple: integer({ minimum: 1, description: 'Maximum number of options per answer.', example: 1 }),
    audience: open(
      {
        kind: word(['workspace', 'roles', 'people']),
        roles: list(string({ enum: Object.keys(ROLES) })),
        people: list(string({ format: 'uuid' })),
      },
      ['kind'],
    ),
    closesAt: nullable(time('When the poll closes; null: when someone closes it.')),
    results: word(['always', 'afterAnswer', 'afterClose'], { description: 'When the results are shown.' }),
    anonymous: { type: 'boolean', description: 'True: individual answers are not shown.' },
    status: string({ enum: ['open', 'closed'] }),
    closedAt: nullable(time('When it was closed; null: still open.')),
    createdBy: subject('Subject of its creator.'),
    createdAt: time('When it was created.'),
    updatedAt: time('When it was last changed; answers do not count.'),
    revision,
    mayAnswer: { type: 'boolean', description: 'Whether the caller may answer now.' },
    mine,
  }),
  PollPage: open({ polls: list(ref('ShownPoll')), next }),
  RecordedPollAnswer: open({ options: list(optionId, { description: 'In the order of the options in the poll.' }) }),
  PollOutcome: open(
    {
      total: integer({ minimum: 0, description: 'Number of people who have answered.', example: 12 }),
      options: list(
        open({
          id: optionId,
          text: string({ example: 'North quay' }),
          count: integer({ minimum: 0, description: 'Number of people who chose it.', example: 7 }),
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
        x: integer({ minimum: 0, maximum: 11, description: 'Column, 0 to 11.' }),
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
    shared: { type: 'boolean', description: 'False: only visible to its owner.' },
    own: { type: 'boolean', description: 'True: saved by the caller.' },
    savedBy: nullable(subject('Subject of its owner; null: has left the workspace since.')),
    createdAt: time('When it was saved.'),
    updatedAt: time('When it was last changed.'),
  }),
  ShownViewPage: open({ views: list(ref('ShownView')), next }),
} satisfies Record<string, SchemaObject>;
