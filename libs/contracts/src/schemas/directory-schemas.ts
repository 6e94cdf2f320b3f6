import type { DirectoryKind } from '../directory/records.js';
import { WORKSPACE_ID } from '../directory/workspace-id.js';
import { closedObject, fieldType, integer, type JsonSchema, text, time } from './schema-fragments.js';

const workspaceId = text('Id of a workspace.', { pattern: WORKSPACE_ID });
const seconds = (description: string): JsonSchema => integer(`${description} Seconds since the epoch.`, 0);
const texts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });
const limit: JsonSchema = { type: ['integer', 'null'], minimum: 0, description: 'Null: not limited.' };
const LIMITS = [
  'callsPerMonth',
  'callsPerSecond',
  'elementsPerSecond',
  'tokenCallsPerSecond',
  'tokenElementsPerSecond',
  'elementsPerCall',
  'bodyBytes',
  'historyDays',
  'webhooks',
];
/** Records from before there were these are without them. */
const LATER_LIMITS = ['objects', 'newObjectsPerDay'];

const retentionRule: JsonSchema = {
  historyDays: integer('Days of history; left out: as the plan says.', 1),
  eraseAfterDays: integer('Days without a change after which objects are erased; left out: never.', 1),
};

/** The values of `directory.state`, by kind; its key is `<kind>:<id>`, its header `revision` grows with every change. */
export const DIRECTORY_SCHEMAS: Readonly<Record<DirectoryKind, JsonSchema>> = {
  workspace: closedObject(
    ['id', 'name', 'formerNames', 'status', 'plan', 'createdAt'],
    {
      id: workspaceId,
      name: text('Unique among present and former names.'),
      formerNames: texts('Go on resolving.'),
      status: { enum: ['active', 'suspended', 'deleting', 'deleted'] },
      plan: text('Name of its plan.'),
      createdAt: time('When it was made.'),
      deleteAfter: time('Until then it can be brought back.'),
      move: closedObject(
        ['id', 'state', 'since'],
        {
          id: text('The same on both sides.'),
          state: { enum: ['copying', 'closing', 'forwarding', 'receiving'] },
          address: text('Where calls are handed on to.'),
          since: time('When the state began.'),
          until: time('Of closing: when changes are taken again at the latest.'),
        },
        { description: 'A move to or from another installation; left out: none.' },
      ),
    },
    { title: 'Workspace' },
  ),
  'signing-key': closedObject(
    ['kid', 'x', 'y'],
    { kid: text('Thumbprint (RFC 7638).'), x: text('Coordinate, base64url.'), y: text('Coordinate, base64url.') },
    { title: 'Public P-256 key' },
  ),
  revocation: closedObject(
    ['tokenId', 'expiresAt'],
    { tokenId: text('Claim jti.'), expiresAt: seconds('When the token would have expired.') },
    { title: 'Revoked token' },
  ),
  cutoff: closedObject(
    ['subject', 'issuedBefore', 'expiresAt'],
    {
      subject: text('Claim sub.'),
      issuedBefore: seconds('Tokens of the subject issued before are refused.'),
      expiresAt: seconds('When the last of them has expired.'),
    },
    { title: 'End of earlier tokens' },
  ),
  plan: closedObject(
    ['name', 'limits'],
    {
      name: text('Name of the plan.'),
      limits: closedObject([...LIMITS, 'burstSeconds', 'lane'], {
        ...Object.fromEntries([...LIMITS, ...LATER_LIMITS].map((name) => [name, limit])),
        burstSeconds: integer('Seconds of its rate that a bucket holds.', 1),
        lane: { enum: ['standard', 'backlog'] },
      }),
    },
    { title: 'Plan' },
  ),
  field: closedObject(
    ['workspace', 'name', 'type', 'review', 'onConflict'],
    {
      workspace: workspaceId,
      name: text('Name of the field.'),
      type: fieldType,
      label: { type: 'string' },
      unit: { type: 'string' },
      decimals: integer('Shown after the point.', 0),
      min: { type: 'number' },
      max: { type: 'number' },
      categories: {
        type: 'array',
        items: closedObject(['namespace', 'categoryName'], {
          namespace: { type: 'string' },
          categoryName: { type: 'string' },
          label: { type: 'string' },
          color: { type: 'string' },
          icon: { type: 'string' },
        }),
      },
      objectTypes: texts('Types of objects that it belongs to; left out: all.'),
      review: { enum: ['proposed', 'approved', 'ignored'] },
      onConflict: { enum: ['warn', 'reject'] },
    },
    { title: 'Field definition' },
  ),
  hold: closedObject(
    ['workspace', 'reason', 'by', 'since'],
    {
      workspace: workspaceId,
      reason: text('Why, as it was given.'),
      by: text('Claim sub of who put it.'),
      since: time('When it was put.'),
    },
    { title: 'Legal hold of a workspace' },
  ),
  'moved-key': closedObject(
    ['kid', 'x', 'y', 'expiresAt'],
    {
      kid: text('Thumbprint (RFC 7638).'),
      x: text('Coordinate, base64url.'),
      y: text('Coordinate, base64url.'),
      expiresAt: seconds('When the last token that it is for has expired.'),
    },
    { title: 'Key of another installation' },
  ),
  'moved-token': closedObject(
    ['tokenId', 'workspace', 'scopes', 'expiresAt'],
    {
      tokenId: text('Claim jti.'),
      workspace: workspaceId,
      scopes: texts('What it allows.'),
      narrowed: { type: 'object', description: 'What it is narrowed to; left out: nothing.' },
      expiresAt: seconds('When it expires.'),
    },
    { title: 'Machine token of another installation' },
  ),
  retention: closedObject(
    ['workspace', 'types'],
    {
      workspace: workspaceId,
      ...retentionRule,
      types: { type: 'array', items: closedObject(['type'], { type: text('Type of objects.'), ...retentionRule }) },
    },
    { title: 'Retention of a workspace' },
  ),
};
