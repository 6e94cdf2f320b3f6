import type { SchemaObject } from '@nestjs/swagger';
import { ROLES } from '#contracts/directory/roles.js';
import { SCOPES } from '#contracts/directory/scopes.js';
import { BOARD_SCHEMAS } from './board-schemas.js';
import { integer, list, nullable, nullableRef, number, open, ref, type Schema, string, time, word } from './schema-words.js';

const next = nullable(string({ description: 'Starting point of the next page; null on the last page.' }));
const limit = (description: string): SchemaObject => nullable(integer({ minimum: 0, description: `${description} Null: not limited.` }));
const TOKEN = {
  id: string({ format: 'uuid' }),
  name: string(),
  workspaces: list(string()),
  scopes: list(word(Object.keys(SCOPES))),
  narrowed: nullableRef('Narrowing'),
  createdBy: string({ description: 'Subject of its creator.' }),
  createdAt: time('When it was created.'),
  expiresAt: time('When it expires.'),
  revokedAt: nullable(time('When it was revoked; null: it was not.')),
  lastUsedAt: nullable(time('To about a minute; null: not used since it was made.')),
};

const SHARE_LINK = {
  id: string({ format: 'uuid' }),
  name: string(),
  shows: ref('SharedView'),
  createdBy: string({ description: 'Subject of its creator.' }),
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
    outlineUpdatedAt: time('Time of that change.'),
    createdAt: time('When it was created.'),
    updatedAt: time('When it was last changed.'),
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
    "token's own. Updated about every 5 seconds.",
};
const USAGE: Record<string, Schema> = {
  workspace: string(),
  month: string({ example: '2026-11', description: 'Calendar month (UTC).' }),
  plan: string(),
  calls: open({
    used: integer({ description: 'Admitted calls that the gateways have reported (once a second), including unaccounted ones.' }),
    left: nullable(integer({ description: 'Null: unlimited.' })),
    limit: nullable(integer({ description: 'Null: unlimited.' })),
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
      left: nullable(integer({ description: 'Null: unlimited.' })),
      limit: nullable(integer({ description: 'Null: unlimited.' })),
      createdToday: integer({ description: 'Created since midnight (UTC).' }),
      leftToday: nullable(integer({ description: 'Null: unlimited.' })),
      limitPerDay: nullable(integer({ description: 'Null: unlimited.' })),
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
  historyDays: integer({ minimum: 1, description: 'Number of days that history is kept.' }),
  eraseAfterDays: integer({ minimum: 1, description: 'Days without a change after which objects are erased.' }),
};

/** The directory's answers, by name. */
const SCHEMAS = {
  Workspace: open(
    {
      id: string({ description: 'Alphanumeric; never changes and is never used again.', example: 'harbour' }),
      name: string({ description: 'Unique among current and former names.' }),
      formerNames: list(string(), { description: 'Still resolve to this workspace.' }),
      status: string({ enum: ['active', 'suspended', 'deleting'] }),
      plan: string(),
      createdAt: time('When it was created.'),
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
      address: string({ description: 'Address that calls are forwarded to.' }),
      since: time('When the state started.'),
      until: time('For `closing`: when changes are accepted again at the latest.'),
    },
    ['id', 'state', 'since'],
  ),
  MovedKeyList: open({ keys: list(ref('MovedKey')) }),
  MovedTokenCount: open({ tokens: integer({ minimum: 0, description: 'Number of imported tokens.' }) }),
  NamedWorkspace: open({
    id: string({ description: 'As used in paths.', example: 'harbour' }),
    name: string({ description: 'The current name, even if a former one was requested.' }),
  }),
  WorkspacePage: open({ workspaces: list(ref('Workspace')), next }),
  PlanLimitsInForce: open({
    callsPerMonth: limit('Calls per calendar month (UTC).'),
    callsPerSecond: limit('Of the workspace.'),
    elementsPerSecond: limit('Of the workspace.'),
    tokenCallsPerSecond: limit('Of each token.'),
    tokenElementsPerSecond: limit('Of each token.'),
    burstSeconds: integer({ minimum: 1, description: 'Seconds of the rate that may be used in a burst.' }),
    elementsPerCall: limit('Maximum number of elements in one array.'),
    bodyBytes: limit('Maximum body size in bytes.'),
    historyDays: limit('How long the history is kept.'),
    webhooks: limit('Webhooks of the workspace.'),
    objects: limit('Objects that are not erased, archived ones included.'),
    newObjectsPerDay: limit('Objects created per day (UTC).'),
    lane: string({ enum: ['standard', 'backlog'] }),
  }),
  Plan: open({ name: string(), limits: ref('PlanLimitsInForce') }),
  PlanList: open({ plans: list(ref('Plan')) }),
  MachineToken: open(TOKEN),
  NewMachineToken: open({ ...TOKEN, token: string({ description: 'The access token. Shown only once: store it.' }) }),
  TokenPage: open({ tokens: list(ref('MachineToken')), next }),
  ShareLink: open(SHARE_LINK),
  CreatedShareLink: open({
    ...SHARE_LINK,
    url: string({ description: 'Opens the shared view in the app. Shown only once.' }),
    token: string({ description: 'An access token for reading the shared data, valid as long as the link. Shown only once.' }),
  }),
  OpenedShareLink: open({
    apiAccessToken: API_ACCESS_TOKEN,
    name: string(),
    shows: ref('SharedView'),
    expiresAt: time('When the link expires; the token may expire earlier: then exchange the code again.'),
  }),
  ShareLinkPage: open({ shareLinks: list(ref('ShareLink')), next }),
  SigningKey: open({
    kid: string(),
    createdAt: time('When it was created.'),
    signsFrom: time('When it starts signing.'),
    state: string({ enum: ['next', 'signing', 'previous'] }),
    lastExpiry: time('When the last token signed with it expires.'),
  }),
  KeyList: open({ keys: list(ref('SigningKey')) }),
  CreatedKey: open({ kid: string() }),
  AuditLine: open({
    id: integer(),
    at: time('Time of the action.'),
    subject: string({ description: 'The author of the action.' }),
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
        count: integer({ minimum: 0, description: 'Approximate number of values sent; repeated calls count again.' }),
        conflicts: integer({ minimum: 0, description: 'Number of values that broke the approved definition.' }),
        firstSeen: time('When it was first sent.'),
        lastSeen: time('When it was last sent.'),
        types: open({ String: integer(), Number: integer(), Category: integer() }),
        samples: list(string({ maxLength: 64 }), {
          maxItems: 3,
          description: 'Some of the values, truncated to 64 characters; removed once the field is defined.',
        }),
        categories: list(ref('Category'), { maxItems: 50, description: 'For Category values: the categories that were sent, up to 50.' }),
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
        description: 'Rules by object type; omitted values come from the general rule.',
      }),
      planHistoryDays: nullable(integer({ description: 'Days that the plan keeps; null: as long as the installation.' })),
    },
    ['workspace', 'types', 'planHistoryDays'],
  ),
  WorkspaceHold: open({
    workspace: string(),
    reason: string(),
    by: string({ description: 'Subject of the person or token that placed it.' }),
    since: time('When it was placed.'),
    byOperator: { type: 'boolean', description: 'True: only an operator can release it.' },
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
    kind: word(['machine', 'person', 'share-link', 'foreign'], { description: "Kind of token; a person's access tokens count together." }),
    id: string({ description: 'Id of the machine token, person or share link; for a foreign token, its subject.' }),
    name: nullable(string({ description: 'Null: it has none, or was removed.' })),
    calls: integer({ description: 'Accepted calls.' }),
    elements: integer({ description: 'Elements of those calls.' }),
    refused: integer({ description: 'Calls refused by a limit of the plan.' }),
  }),
  LimitStanding: open({
    limit: word(['calls-per-month', 'calls-per-second', 'elements-per-second', 'token-calls-per-second', 'token-elements-per-second'], {
      description: 'Limits that begin with token apply only to this token.',
    }),
    quota: number({ description: 'Calls or elements in the window.' }),
    windowSeconds: integer(),
    used: number(),
    left: integer({
      description: 'For the month: across all gateways, as of their last reports; for rates: what this gateway can accept.',
    }),
    resetsAt: time('When the month ends, or the rate is fully available again.'),
  }),
  FleetFit: open({
    plan: string(),
    fits: { type: 'boolean' },
    limits: list(
      open({
        limit: string({ example: 'callsPerMonth' }),
        needed: number(),
        allowed: nullable(integer({ description: 'Null: unlimited.' })),
        fits: { type: 'boolean' },
      }),
    ),
    smallestPlan: nullable(string({ description: 'The smallest plan that would fit; null: none.' })),
  }),
  UsagePage: open({ usage: list(ref('Usage')), next }),
  WorkspaceAuditLine: open({
    id: integer(),
    at: time('Time of the action.'),
    subject: string({ description: 'The author of the action.', example: 'person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
    name: nullable(string({ description: 'Name of the author; null: not a member of the workspace, or removed.' })),
    requestId: string(),
    action: string({ description: 'Starts with the kind.', example: 'token.revoke' }),
    target: string({ description: 'The target of the action.', example: 'token:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
    targetName: nullable(string({ description: 'Current name of the target; null: it has none, or was removed.' })),
    detail: nullable({ type: 'object', description: 'Details depending on the action; never a secret.', additionalProperties: true }),
  }),
  WorkspaceAuditPage: open({
    audit: list(ref('WorkspaceAuditLine')),
    next: nullable(integer({ description: 'The `before` value for the next page; null on the last page.' })),
  }),
  AuditPage: open({ audit: list(ref('AuditLine')), next: nullable(integer()) }),
  Person: open({
    id: string({ format: 'uuid' }),
    subject: string({ description: 'The `sub` claim of the tokens.', example: 'person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
    email,
    name: string(),
    status: string({ enum: ['active', 'disabled'] }),
    operator: { type: 'boolean' },
    hasPassword: { type: 'boolean' },
    mustChangePassword: { type: 'boolean' },
    workspaces: list(WORKSPACE_ROLE),
    createdAt: time('When it was created.'),
    lastLoginAt: nullable(time('Null: never.')),
  }),
  TokenHolder: {
    type: 'object',
    required: ['kind', 'subject', 'tokenId', 'operator', 'workspaces', 'scopes', 'issuedAt', 'expiresAt', 'narrowing'],
    properties: {
      kind: string({
        enum: ['machine', 'person', 'share-link', 'foreign'],
        description: 'Kind of holder; `foreign`: a token from another issuer.',
      }),
      subject: string({ description: 'The `sub` claim of the token.', example: 'token:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d' }),
      tokenId: string({ description: 'The `jti` claim, used to revoke the token.' }),
      operator: { type: 'boolean' },
      workspaces: list({
        type: 'object',
        required: ['id', 'scopes'],
        properties: {
          id: string({ description: 'The `groupID` in paths.' }),
          name: string({ description: 'Omitted for share links.' }),
          role,
          scopes: list(string()),
        },
      }),
      scopes: list(string(), { description: 'All permissions of the token.' }),
      issuedAt: time('When the token was issued.'),
      expiresAt: time('When it expires.'),
      narrowing: { ...nullableRef('Narrowing'), description: 'Limits of the token; null: none.' },
      id: string({ format: 'uuid', description: 'Only for a person, like the properties below.' }),
      email,
      name: string(),
      status: string({ enum: ['active', 'disabled'] }),
      hasPassword: { type: 'boolean' },
      mustChangePassword: { type: 'boolean' },
      createdAt: time('When the account was created.'),
      lastLoginAt: nullable(time('Null: never.')),
    },
  },
  PersonPage: open({ people: list(ref('Person')), next }),
  PasswordLink: open({
    secret: string({ description: 'For POST /auth/password/reset. Shown only once.' }),
    expiresAt: time('When it expires.'),
  }),
  Member: open({
    id: string({ format: 'uuid' }),
    email,
    name: string({ description: 'As entered by an admin of the workspace or the operator.' }),
    role,
  }),
  MemberPage: open({ people: list(ref('Member')), next }),
  MemberNamePage: open({ people: list(open({ id: string({ format: 'uuid' }), name: string() })), next }),
  LoginAnswer: open({
    apiAccessToken: API_ACCESS_TOKEN,
    refreshToken: nullable(string({ description: 'Valid for one refresh. Null if the password must be changed first.' })),
    ...SESSION,
  }),
  AppSession: open({ apiAccessToken: API_ACCESS_TOKEN, ...SESSION }),
  Diagnosis: open({
    checkedAt: time('Time of the check.'),
    version: string({ description: 'Version of Waymark on this gateway.' }),
    interfaceVersion: string({ description: 'The newest available version of the API.' }),
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
        startedAt: time('Time of the first report from inside.'),
        endedAt: nullable(time('Time of the first report from outside; null: ongoing.')),
        dweltAt: nullable(time("When it reached the area's dwell time; null: it has not.")),
        absentAt: nullable(time("When the area's absence time first passed without a report from inside; null: it has not.")),
        areaRevision: integer({ description: 'Revision of the area whose outline was used.' }),
      }),
    ),
    next,
  }),
} satisfies Record<string, SchemaObject>;

export type DirectorySchema = keyof typeof SCHEMAS;

export function directorySchemas(): Record<string, SchemaObject> {
  return SCHEMAS;
}
