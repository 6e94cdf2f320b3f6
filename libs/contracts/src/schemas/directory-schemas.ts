import type { DirectoryKind } from '../directory/records.js';
import { WORKSPACE_ID } from '../directory/workspace-id.js';
import { closedObject, fieldType, integer, type JsonSchema, text, time } from './schema-fragments.js';

const workspaceId = text('Id of a workspace.', { pattern: WORKSPACE_ID });
const seconds = (description: string): JsonSchema => integer(`${description} Seconds since the epoch.`, 0);
const texts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });
const limit: JsonSchema = { type: ['integer', 'null'], minimum: 0, description: 'Null: unlimited.' };
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
/** Not in records that were written before these limits existed. */
const LATER_LIMITS = ['objects', 'newObjectsPerDay'];

const retentionRule: JsonSchema = {
  historyDays: integer('Days of history; omitted: as in the plan.', 1),
  eraseAfterDays: integer('Days without a change after which objects are erased; omitted: never.', 1),
};

/** The values of `directory.state`, by kind; the key is `<kind>:<id>`, and the header `revision` grows with every change. */
export const DIRECTORY_SCHEMAS: Readonly<Record<DirectoryKind, JsonSchema>> = {
  workspace: closedObject(
    ['id', 'name', 'formerNames', 'status', 'plan', 'createdAt'],
    {
      id: workspaceId,
      name: text('Unique among current and former names.'),
      formerNames: texts('Still resolve to this workspace.'),
      status: { enum: ['active', 'suspended', 'deleting', 'deleted'] },
      plan: text('Name of its plan.'),
      createdAt: time('When it was created.'),
      deleteAfter: time('Until then it can be restored.'),
      move: closedObject(
        ['id', 'state', 'since'],
        {
          id: text('The same on both sides.'),
          state: { enum: ['copying', 'closing', 'forwarding', 'receiving'] },
          address: text('Address that calls are forwarded to.'),
          since: time('When the state started.'),
          until: time('For closing: when changes are accepted again at the latest.'),
        },
        { description: 'A move to or from another installation; omitted: none.' },
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
    { tokenId: text('The jti claim.'), expiresAt: seconds('When the token would have expired.') },
    { title: 'Revoked token' },
  ),
  cutoff: closedObject(
    ['subject', 'issuedBefore', 'expiresAt'],
    {
      subject: text('The sub claim.'),
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
        burstSeconds: integer('Seconds of the rate that may be used in a burst.', 1),
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
      decimals: integer('Number of decimals shown.', 0),
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
      objectTypes: texts('Object types that use the field; omitted: all.'),
      review: { enum: ['proposed', 'approved', 'ignored'] },
      onConflict: { enum: ['warn', 'reject'] },
    },
    { title: 'Field definition' },
  ),
  hold: closedObject(
    ['workspace', 'reason', 'by', 'since'],
    {
      workspace: workspaceId,
      reason: text('The given reason.'),
      by: text('sub claim of the token that placed it.'),
      since: time('When it was placed.'),
    },
    { title: 'Legal hold of a workspace' },
  ),
  'moved-key': closedObject(
    ['kid', 'x', 'y', 'expiresAt'],
    {
      kid: text('Thumbprint (RFC 7638).'),
      x: text('Coordinate, base64url.'),
      y: text('Coordinate, base64url.'),
      expiresAt: seconds('When the last token signed with it has expired.'),
    },
    { title: 'Key of another installation' },
  ),
  'moved-token': closedObject(
    ['tokenId', 'workspace', 'scopes', 'expiresAt'],
    {
      tokenId: text('The jti claim.'),
      workspace: workspaceId,
      scopes: texts('Permissions of the token.'),
      narrowed: { type: 'object', description: 'Limits of the token; omitted: none.' },
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
