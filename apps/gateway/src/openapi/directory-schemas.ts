import type { SchemaObject } from '@nestjs/swagger';
import { WORKSPACE_SCOPES } from '#identity/scopes.js';
import { integer, list, nullable, number, open, ref, string, time } from './schema-words.js';

const next = nullable(string({ description: 'What the next page goes on from; null on the last page.' }));
const limit = (description: string): SchemaObject => nullable(integer({ minimum: 0, description: `${description} Null: not limited.` }));
const TOKEN = {
  id: string({ format: 'uuid' }),
  name: string(),
  workspaces: list(string()),
  scopes: list(string({ enum: [...WORKSPACE_SCOPES] })),
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
  Usage: open({
    workspace: string(),
    month: string({ example: '2026-11', description: 'Calendar month (UTC).' }),
    plan: string(),
    calls: open({
      used: integer({ description: 'Calls that were let in, as far as gateways have told (once a second), with those unaccounted.' }),
      left: nullable(integer({ description: 'Null: not limited.' })),
      limit: nullable(integer({ description: 'Null: not limited.' })),
      unaccounted: integer({ description: 'Counted as used because a gateway was lost that may have let them in.' }),
      leased: integer({ description: 'Of what is left: with a gateway already, to be let in without asking.' }),
    }),
    elements: integer({ description: 'Elements of calls that were let in.' }),
    rates: open({ callsPerSecond: number({ description: 'Average of about the last minute.' }), elementsPerSecond: number({ description: 'Average of about the last minute.' }) }),
    resetsAt: time('When the next month begins.'),
    limits: ref('PlanLimitsInForce'),
  }),
  FleetFit: open({
    plan: string(),
    fits: { type: 'boolean' },
    limits: list(open({ limit: string({ example: 'callsPerMonth' }), needed: number(), allowed: nullable(integer({ description: 'Null: not limited.' })), fits: { type: 'boolean' } })),
    smallestPlan: nullable(string({ description: 'The least plan that would fit; null: none.' })),
  }),
  UsagePage: open({ usage: list(ref('Usage')), next }),
  AuditPage: open({ audit: list(ref('AuditLine')), next: nullable(integer()) }),
} satisfies Record<string, SchemaObject>;

export type DirectorySchema = keyof typeof SCHEMAS;

export function directorySchemas(): Record<string, SchemaObject> {
  return SCHEMAS;
}
