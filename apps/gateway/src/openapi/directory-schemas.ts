import type { SchemaObject } from '@nestjs/swagger';
import { ROLES } from '#contracts/directory/roles.js';
import { SCOPES } from '#contracts/directory/scopes.js';
import { BOARD_SCHEMAS } from './board-schemas.js';
import { integer, list, nullable, nullableRef, number, open, ref, type Schema, string, time, word } from './schema-words.js';

const next = nullable(string({ description: 'What the next page goes on from; null on the last page.' }));
const limit = (description: string): SchemaObject => nullable(integer({ minimum: 0, description: `${description} Null: not limited.` }));
const TOKEN = {
  id: string({ format: 'uuid' }),
  name: string(),
  workspaces: list(string()),
  scopes: list(word(Object.keys(SCOPES))),
  narrowed: nullableRef('Narrowing'),
  createdBy: string({ description: 'Subject of who made it.' }),
  createdAt: time('When it was made.'),
  expiresAt: time('From then on it is refused.'),
  revokedAt: nullable(time('When it was revoked; null: it was not.')),
  lastUsedAt: nullable(time('To about a minute; null: not used since it was made.')),
};

const SHARE_LINK = {
  id: string({ format: 'uuid' }),
  name: string(),
  shows: ref('SharedView'),
  createdBy: string({ description: 'Subject of who made it.' }),
  createdAt: time('When it was created, or last replaced.'),
  expiresAt: time('From then on it shows nothing.'),
  revokedAt: nullable(time('When it was revoked; null: it was not.')),
};
const role = string({ enum: Object.keys(ROLES) });
const WORKSPACE_ROLE = open({ id: string(), name: string(), role });
const email = string({
  description:
    'The e-mail address as it was given; it need not have a public domain (`operator@localhost`) and may have letters beyond ASCII.',
});
const FIELD: Record<string, Schema> = {
  workspace: string({ description: 'Id of the workspace.' }),
  name: string({ description: 'As fieldValues name it.', example: 'battery' }),
  type: string({ enum: ['String', 'Number', 'Category'] }),
  label: string(),
  unit: string(),
  decimals: integer({ minimum: 0, maximum: 10 }),
  min: { type: 'number' },
  max: { type: 'number' },
  categories: list(ref('FieldCategory'), { description: 'Left out: any.' }),
  objectTypes: list(string(), { description: 'Left out: all.' }),
  review: string({ enum: ['proposed', 'approved', 'ignored'] }),
  onConflict: string({ enum: ['warn', 'reject'] }),
};

const SECONDS = integer({ minimum: 0 });
const AREA: SchemaObject = open(
  {
    areaId: string({ format: 'uuid' }),
    workspace: string(),
    name: string(),
    category: string(),
    floor: ref('Floor'),
    geometry: ref('AreaGeometry'),
    confirmSeconds: SECONDS,
    dwellSeconds: SECONDS,
    absentSeconds: SECONDS,
    revision: integer({ minimum: 1, description: 'Grows with every change of any area; the ETag holds it.' }),
    outlineRevision: integer({ minimum: 1, description: 'Of the change that touched geometry, floor or times last.' }),
    outlineUpdatedAt: time('When that was.'),
    createdAt: time('When it was made.'),
    updatedAt: time('When it was changed last.'),
  },
  [
    'areaId',
    'workspace',
    'name',
    'geometry',
    'confirmSeconds',
    'revision',
    'outlineRevision',
    'outlineUpdatedAt',
    'createdAt',
    'updatedAt',
  ],
);

const TOKENS = {
  maxItems: 1000,
  description:
    'By calls, most first: all of the workspace with the scope tokens:admin or operator, else this ' +
    "token's own. Told about every 5 seconds.",
};
const USAGE: Record<string, Schema> = {
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
  rates: open({
    callsPerSecond: number({ description: 'Average of about the last minute.' }),
    elementsPerSecond: number({ description: 'Average of about the last minute.' }),
  }),
  resetsAt: time('When the next month begins.'),
  objects: nullable(
    open({
      used: integer({ description: 'Objects that are not erased, archived ones included.' }),
      left: nullable(integer({ description: 'Null: not limited.' })),
      limit: nullable(integer({ description: 'Null: not limited.' })),
      createdToday: integer({ description: 'Created since midnight (UTC).' }),
      leftToday: nullable(integer({ description: 'Null: not limited.' })),
      limitPerDay: nullable(integer({ description: 'Null: not limited.' })),
    }),
  ),
  limits: ref('PlanLimitsInForce'),
};

const API_ACCESS_TOKEN = open({
  token: string({ description: 'For the header Authorization: Bearer.' }),
  expiresAt: time('Refresh before.'),
});
const SESSION = {
  refreshExpiresAt: nullable(time('When the refresh token is refused if it was not used; null: there is none.')),
  mustChangePassword: { type: 'boolean', description: 'True: the token is good for changing the password and nothing else.' },
  person: open({ id: string({ format: 'uuid' }), email, name: string(), operator: { type: 'boolean' }, workspaces: list(WORKSPACE_ROLE) }),
};

const RETENTION_RULE = {
  historyDays: integer({ minimum: 1, description: 'Days of history that are kept.' }),
  eraseAfterDays: integer({ minimum: 1, description: 'Objects of which nothing has changed for so many days are erased.' }),
};

/** The directory's answers, by name. */
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
      move: ref('WorkspaceMove'),
    },
    ['id', 'name', 'formerNames', 'status', 'plan', 'createdAt'],
  ),
  WorkspaceMove: open(
    {
      id: string({ description: 'The same on both sides.' }),
      state: string({
        enum: ['copying', 'closing', 'forwarding', 'receiving'],
        description:
          'Where it leaves: `copying`; `closing`, changes are refused for some seconds; `forwarding`, calls are ' +
          'handed on. Where it arrives: `receiving`.',
      }),
      address: string({ description: 'Where calls are handed on to.' }),
      since: time('When the state began.'),
      until: time('Of `closing`: when changes are taken again at the latest.'),
    },
    ['id', 'state', 'since'],
  ),
  MovedTokenCount: open({ tokens: integer({ minimum: 0, description: 'How many were taken over.' }) }),
  NamedWorkspace: open({
    id: string({ description: 'As the routes take it.', example: 'harbour' }),
    name: string({ description: 'The present one, whichever was asked for.' }),
  }),
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
    objects: limit('Objects that are not erased, archived ones included.'),
    newObjectsPerDay: limit('Objects created a day (UTC).'),
    lane: string({ enum: ['standard', 'backlog'] }),
  }),
  Plan: open({ name: string(), limits: ref('PlanLimitsInForce') }),
  PlanList: open({ plans: list(ref('Plan')) }),
  MachineToken: open(TOKEN),
  NewMachineToken: open({ ...TOKEN, token: string({ description: 'The access token. Shown this once: keep it.' }) }),
  TokenPage: open({ tokens: list(ref('MachineToken')), next }),
  ShareLink: open(SHARE_LINK),
  CreatedShareLink: open({
    ...SHARE_LINK,
    url: string({ description: 'Opens the app with what is shown. Shown this once.' }),
    token: string({ description: 'An access token that reads what is shown, for as long as the link does. Shown this once.' }),
  }),
  OpenedShareLink: open({
    apiAccessToken: API_ACCESS_TOKEN,
    name: string(),
    shows: ref('SharedView'),
    expiresAt: time('From then on the link shows nothing; the token may end before, then exchange the code again.'),
  }),
  ShareLinkPage: open({ shareLinks: list(ref('ShareLink')), next }),
  SigningKey: open({
    kid: string(),
    createdAt: time('When it was made.'),
    signsFrom: time('From then on it signs.'),
    state: string({ enum: ['next', 'signing', 'previous'] }),
    lastExpiry: time('When the last token that it signed expires.'),
  }),
  KeyList: open({ keys: list(ref('SigningKey')) }),
  CreatedKey: open({ kid: string() }),
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
  DefinedField: open(FIELD, ['workspace', 'name', 'type', 'review', 'onConflict']),
  FieldList: open({ fields: list(ref('DefinedField')) }),
  FieldsToReview: open({
    fields: list(
      open({
        name: string(),
        count: integer({ minimum: 0, description: 'About how many values came; a repeated call counts again.' }),
        conflicts: integer({ minimum: 0, description: 'How many of them broke the approved definition.' }),
        firstSeen: time('When it was first sent.'),
        lastSeen: time('When it was last sent.'),
        types: open({ String: integer(), Number: integer(), Category: integer() }),
        samples: list(string({ maxLength: 64 }), {
          maxItems: 3,
          description: 'Some of the values, cut to 64 characters; removed once the field is defined.',
        }),
        categories: list(ref('Category'), { maxItems: 50, description: 'Of values of the type Category: those that came, up to 50.' }),
        definition: nullableRef('DefinedField'),
      }),
    ),
    next,
  }),
  ShownRetention: open(
    {
      workspace: string(),
      ...RETENTION_RULE,
      types: list(open({ type: string(), ...RETENTION_RULE }, ['type']), {
        description: 'By type of object; what a line leaves out is as for all.',
      }),
      planHistoryDays: nullable(integer({ description: 'Days that the plan keeps; null: as long as the installation.' })),
    },
    ['workspace', 'types', 'planHistoryDays'],
  ),
  WorkspaceHold: open({
    workspace: string(),
    reason: string(),
    by: string({ description: 'Subject of who put it.' }),
    since: time('When it was put.'),
    byOperator: { type: 'boolean', description: 'True: only an operator releases it.' },
  }),
  Usage: open(USAGE),
  UsageByToken: open({ ...USAGE, tokens: list(ref('UsageOfToken'), TOKENS) }),
  UsageAndLimits: open({
    ...USAGE,
    tokens: list(ref('UsageOfToken'), TOKENS),
    standing: list(ref('LimitStanding'), {
      description:
        'How each limit stands for this token, as the headers RateLimit and refusals of this gateway say it; ' +
        'empty for a month that is over.',
    }),
  }),
  UsageOfToken: open({
    kind: word(['machine', 'person', 'share-link', 'foreign'], { description: "Whose token; a person's access tokens count together." }),
    id: string({ description: 'Of the machine token, the person or the share link; of a foreign token its subject.' }),
    name: nullable(string({ description: 'Null: it has none, or is gone.' })),
    calls: integer({ description: 'Calls that were let in.' }),
    elements: integer({ description: 'Elements of those calls.' }),
    refused: integer({ description: 'Calls that a limit of the plan has refused.' }),
  }),
  LimitStanding: open({
    limit: word(['calls-per-month', 'calls-per-second', 'elements-per-second', 'token-calls-per-second', 'token-elements-per-second'], {
      description: 'Those that begin with token are of this token alone.',
    }),
    quota: number({ description: 'Calls or elements in the window.' }),
    windowSeconds: integer(),
    used: number(),
    left: integer({ description: 'Of the month over all gateways, as of their last reports; of rates what this gateway can let in.' }),
    resetsAt: time('When the month ends, or the rate is whole again.'),
  }),
  FleetFit: open({
    plan: string(),
    fits: { type: 'boolean' },
    limits: list(
      open({
        limit: string({ example: 'callsPerMonth' }),
        needed: number(),
        allowed: nullable(integer({ description: 'Null: not limited.' })),
        fits: { type: 'boolean' },
      }),
    ),
    smallestPlan: nullable(string({ description: 'The least plan that would fit; null: none.' })),
  }),
  UsagePage: open({ usage: list(ref('Usage')), next }),
  WorkspaceAuditLine: open({
    id: integer(),
    at: time('When it was done.'),
    subject: string({ description: 'Who did it.', example: 'person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
    name: nullable(string({ description: 'Of who did it; null: does not belong to the workspace, or is gone.' })),
    requestId: string(),
    action: string({ description: 'Begins with the kind.', example: 'token.revoke' }),
    target: string({ description: 'What it was done to.', example: 'token:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
    targetName: nullable(string({ description: 'Of the target, as it is called now; null: it has no name, or is gone.' })),
    detail: nullable({ type: 'object', description: 'What was decided, by action; never a secret.', additionalProperties: true }),
  }),
  WorkspaceAuditPage: open({
    audit: list(ref('WorkspaceAuditLine')),
    next: nullable(integer({ description: 'What the next page goes on from (`before`); null on the last page.' })),
  }),
  AuditPage: open({ audit: list(ref('AuditLine')), next: nullable(integer()) }),
  Person: open({
    id: string({ format: 'uuid' }),
    subject: string({ description: 'Claim `sub` of the tokens.', example: 'person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
    email,
    name: string(),
    status: string({ enum: ['active', 'disabled'] }),
    operator: { type: 'boolean' },
    hasPassword: { type: 'boolean' },
    mustChangePassword: { type: 'boolean' },
    workspaces: list(WORKSPACE_ROLE),
    createdAt: time('When it was made.'),
    lastLoginAt: nullable(time('Null: never.')),
  }),
  TokenHolder: {
    type: 'object',
    required: ['kind', 'subject', 'tokenId', 'operator', 'workspaces', 'scopes', 'issuedAt', 'expiresAt', 'narrowing'],
    properties: {
      kind: string({
        enum: ['machine', 'person', 'share-link', 'foreign'],
        description: 'Of whom the token is; `foreign`: another issuer made it.',
      }),
      subject: string({ description: 'Claim `sub` of the token.', example: 'token:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
      tokenId: string({ description: 'Claim `jti`, by which it is revoked.' }),
      operator: { type: 'boolean' },
      workspaces: list({
        type: 'object',
        required: ['id', 'scopes'],
        properties: {
          id: string({ description: 'The `groupID` of addresses.' }),
          name: string({ description: 'Left out for share links.' }),
          role,
          scopes: list(string()),
        },
      }),
      scopes: list(string(), { description: 'All that it allows anywhere.' }),
      issuedAt: time('When the token was made.'),
      expiresAt: time('From then on it is refused.'),
      narrowing: { ...nullableRef('Narrowing'), description: 'What the token is limited to; null: not limited.' },
      id: string({ format: 'uuid', description: 'Of a person, as all below.' }),
      email,
      name: string(),
      status: string({ enum: ['active', 'disabled'] }),
      hasPassword: { type: 'boolean' },
      mustChangePassword: { type: 'boolean' },
      createdAt: time('When the account was made.'),
      lastLoginAt: nullable(time('Null: never.')),
    },
  },
  PersonPage: open({ people: list(ref('Person')), next }),
  PasswordLink: open({
    secret: string({ description: 'For POST /auth/password/reset. Shown this once.' }),
    expiresAt: time('From then on it is refused.'),
  }),
  Member: open({
    id: string({ format: 'uuid' }),
    email,
    name: string({ description: "As the workspace's admin wrote it, or the operator." }),
    role,
  }),
  MemberPage: open({ people: list(ref('Member')), next }),
  MemberNamePage: open({ people: list(open({ id: string({ format: 'uuid' }), name: string() })), next }),
  LoginAnswer: open({
    apiAccessToken: API_ACCESS_TOKEN,
    refreshToken: nullable(string({ description: 'Good for one refresh. Null when the password must be changed first.' })),
    ...SESSION,
  }),
  AppSession: open({ apiAccessToken: API_ACCESS_TOKEN, ...SESSION }),
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
  ...BOARD_SCHEMAS,
  Area: AREA,
  AreaPage: open({ areas: list(ref('Area')), next }),
  AreaImport: open({ imported: integer(), areas: list(open({ areaId: string({ format: 'uuid' }), name: string(), revision: integer() })) }),
  VisitPage: open({
    visits: list(
      open({
        externalId: string(),
        startedAt: time('Of the first report from inside.'),
        endedAt: nullable(time('Of the first report from outside; null: it goes on.')),
        dweltAt: nullable(time('When it had lasted as long as the area asks; null: it has not.')),
        absentAt: nullable(
          time('When, the first time, for as long as the area asks nothing had been reported from inside; null: that is not so.'),
        ),
        areaRevision: integer({ description: 'By whose outline it was judged.' }),
      }),
    ),
    next,
  }),
} satisfies Record<string, SchemaObject>;

export type DirectorySchema = keyof typeof SCHEMAS;

export function directorySchemas(): Record<string, SchemaObject> {
  return SCHEMAS;
}
