import type { SchemaObject } from '@nestjs/swagger';
import { SCOPES } from '#identity/scopes.js';
import { integer, list, nullable, open, ref, string, time } from './schema-words.js';

const next = nullable(string({ description: 'What the next page goes on from; null on the last page.' }));
const limit = (description: string): SchemaObject => nullable(integer({ minimum: 0, description: `${description} Null: not limited.` }));
const TOKEN = {
  id: string({ format: 'uuid' }),
  name: string(),
  workspaces: list(string()),
  scopes: list(string({ enum: Object.keys(SCOPES) })),
  narrowed: nullable({ allOf: [ref('Narrowing')] }),
  createdBy: string({ description: 'Subject of who made it.' }),
  createdAt: time('When it was made.'),
  expiresAt: time('From then on it is refused.'),
  revokedAt: nullable(time('When it was revoked; null: it was not.')),
  lastUsedAt: nullable(time('To about a minute; null: not used since it was made.')),
};

/** What the directory answers with, by name. */
const SCHEMAS = {
  Workspace: open(
    {
      id: string({ description: 'Alphanumeric; never changes and is never used again.', example: 'harbour' }),
      name: string({ description: 'Unique among present and former names.' }),
      formerNames: list(string(), { description: 'Go on resolving.' }),
      status: string({ enum: ['active', 'suspended', 'deleting'] }),
      plan: string(),
      createdAt: time('When it was made.'),
      deleteAfter: time('Until then it can be brought back; only while it is being deleted.'),
    },
    ['id', 'name', 'formerNames', 'status', 'plan', 'createdAt'],
  ),
  WorkspacePage: open({ workspaces: list(ref('Workspace')), next }),
  PlanLimitsInForce: open({
    callsPerMonth: limit('Calls a calendar month (UTC).'),
    callsPerSecond: limit('Of the workspace.'),
    elementsPerSecond: limit('Of the workspace.'),
    tokenCallsPerSecond: limit('Of each token.'),
    tokenElementsPerSecond: limit('Of each token.'),
    burstSeconds: integer({ minimum: 1, description: 'A bucket holds so many seconds of its rate.' }),
    elementsPerCall: limit('Elements in one array.'),
    bodyBytes: limit('Bytes of a body.'),
    historyDays: limit('How long the history is kept.'),
    webhooks: limit('Webhooks of the workspace.'),
    lane: string({ enum: ['standard', 'backlog'] }),
  }),
  Plan: open({ name: string(), limits: ref('PlanLimitsInForce') }),
  PlanList: open({ plans: list(ref('Plan')) }),
  MachineToken: open(TOKEN),
  NewMachineToken: open({ ...TOKEN, token: string({ description: 'The access token. Shown this once: keep it.' }) }),
  TokenPage: open({ tokens: list(ref('MachineToken')), next }),
  SigningKey: open({
    kid: string(),
    createdAt: time('When it was made.'),
    signsFrom: time('From then on it signs.'),
    state: string({ enum: ['next', 'signing', 'previous'] }),
    lastExpiry: time('When the last token that it signed expires.'),
  }),
  KeyList: open({ keys: list(ref('SigningKey')) }),
  KeyCreated: open({ kid: string() }),
  Diagnosis: open({
    checkedAt: time('When it was looked.'),
    version: string({ description: 'Of Waymark, as this gateway runs it.' }),
    interfaceVersion: string({ description: 'The newest that is served.' }),
    findings: list(
      open({
        about: string({ example: 'directory.migrations' }),
        state: string({ enum: ['fine', 'warning', 'broken'] }),
        found: string(),
        remedy: nullable(string({ description: 'What to do about it; null: nothing.' })),
      }),
    ),
  }),
  AuditLine: open({
    id: integer(),
    at: time('When it was done.'),
    subject: string({ description: 'Who did it.' }),
    tokenId: nullable(string()),
    address: nullable(string()),
    requestId: string(),
    action: string({ example: 'workspace.create' }),
    target: string({ example: 'workspace:harbour' }),
    workspace: nullable(string()),
    detail: nullable({ type: 'object' }),
  }),
  AuditPage: open({ audit: list(ref('AuditLine')), next: nullable(integer()) }),
} satisfies Record<string, SchemaObject>;

export type DirectorySchema = keyof typeof SCHEMAS;

export function directorySchemas(): Record<string, SchemaObject> {
  return SCHEMAS;
}
