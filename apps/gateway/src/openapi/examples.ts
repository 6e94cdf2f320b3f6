import type { MediaTypeObject, OperationObject, ResponseObject } from '@nestjs/swagger';

const UUID = '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d';
const OPERATION = '01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1-63f7e6c2a1';
const AT = '2026-11-21T08:00:00.000Z';
const OUTLINE = {
  type: 'Polygon',
  coordinates: [
    [
      [-3, 53.4],
      [-2.98, 53.4],
      [-2.98, 53.41],
      [-3, 53.41],
      [-3, 53.4],
    ],
  ],
};

/** A body that would be taken, by the name of its schema. */
const BODIES: Readonly<Record<string, unknown>> = {
  AreaCollection: { type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: 'North quay' }, geometry: OUTLINE }] },
  AreaContent: { name: 'North quay', category: 'berth', geometry: OUTLINE, confirmSeconds: 30 },
  Dashboard: {
    name: 'Morning round',
    tiles: [{ id: 'load', kind: 'series', title: 'Load by day', x: 0, y: 0, w: 6, h: 4, query: { report: 'tracking', interval: 'day' } }],
  },
  FieldDefinition: { type: 'Number', label: 'Battery', unit: '%', min: 0, max: 100, onConflict: 'warn' },
  Fleet: { objects: 200, updatesPerObjectPerHour: 60, elementsPerCall: 50, readsPerHour: 100, tokens: 2 },
  Hold: { reason: 'Case 2026-117' },
  KeptObjectsQuestion: { ids: ['crane-7'] },
  KeyRotation: {},
  Login: { email: 'ada@example.com', password: 'a long sentence that nobody guesses' },
  Membership: { role: 'editor' },
  Move: { id: UUID, state: 'copying', address: 'https://waymark.example' },
  MovedTokens: { id: UUID, keys: [], tokens: [] },
  NewMember: { email: 'ada@example.com', name: 'Ada', role: 'viewer' },
  NewOperatorToken: { name: 'Gate 4', scopes: ['objects:write'], workspaces: ['harbour'], expiresInSeconds: 7776000 },
  NewPerson: { email: 'ada@example.com', name: 'Ada' },
  NewShareLink: { name: 'Crane 7 for the insurer', shows: { ids: ['crane-7'] }, expiresInSeconds: 604800 },
  NewToken: { name: 'Gate 4', scopes: ['objects:write'], expiresInSeconds: 7776000 },
  NewWebhookSettings: { url: 'https://hooks.example.com/waymark', description: 'Cranes', filter: { types: ['crane'] } },
  NewWorkspace: { id: 'harbour', name: 'Harbour' },
  ObjectEdit: {
    title: 'Forklift 17',
    fieldValues: [{ type: 'Category', field: 'status', value: { namespace: 'state', categoryName: 'loading' } }],
  },
  OidcToken: { code: 'Zm9yLXRoaXMtcGFnZS1hbmQtbm90aGluZy1lbHNlLTE', verifier: 'dGhlLXZlcmlmaWVyLW9mLXRoZS1icm93c2VyLWl0c2VsZi0' },
  PasswordChange: { oldPassword: 'a long sentence that nobody guesses', newPassword: 'another sentence, longer still' },
  ShareCode: { code: 'Zm9yLXRoaXMtcGFnZS0xMg' },
  PasswordReset: { secret: 'Zm9yLXRoaXMtcGFnZS1hbmQtbm90aGluZy1lbHNlLTE', newPassword: 'another sentence, longer still' },
  PersonChange: { name: 'Ada Lovelace' },
  PlanLimits: { callsPerMonth: 1000000, callsPerSecond: 50, elementsPerCall: 1000, historyDays: 90 },
  Poll: {
    question: 'Where shall the new crane stand?',
    options: [{ text: 'North quay' }, { text: 'South quay' }],
    audience: { kind: 'workspace' },
    results: 'afterAnswer',
  },
  PollAnswer: { options: [UUID] },
  Refresh: { refreshToken: 'Zm9yLXRoaXMtcGFnZS1hbmQtbm90aGluZy1lbHNlLTE' },
  Retention: { historyDays: 90, types: [{ type: 'visitor', historyDays: 7, eraseAfterDays: 30 }] },
  SavedView: { name: 'Quay at night', state: 'at=53.4,-2.98,14&type=crane' },
  WebhookReplay: { from: '2026-11-21T08:00:00Z' },
  WebhookSettings: { url: 'https://hooks.example.com/waymark', description: 'Cranes', enabled: true },
  WorkspaceChange: { name: 'Harbour of Liverpool' },
};

const FORKLIFT = {
  externalId: 'forklift-17',
  revision: 42,
  title: 'Forklift 17',
  type: 'forklift',
  position: { lat: 53.4, lon: -2.98, accuracy: 4, observedAt: AT },
  fields: {
    battery: { type: 'Number', value: 81.5, observedAt: AT },
    status: { type: 'Category', value: { namespace: 'state', categoryName: 'loading' }, observedAt: AT },
  },
  archived: false,
  createdAt: '2026-11-01T06:30:00.000Z',
  updatedAt: AT,
};
const CHANGE = {
  externalId: 'forklift-17',
  revision: 42,
  type: 'waymark.object.updated.v1',
  observedAt: AT,
  receivedAt: AT,
  stale: false,
  position: { lat: 53.4, lon: -2.98, accuracy: 4 },
  fields: { battery: { type: 'Number', value: 81.5 } },
};
const APPLIED = { index: 0, externalId: 'forklift-17', status: 'updated', revision: 42, stale: false };
const REFUSED = {
  index: 1,
  externalId: 'forklift-18',
  status: 'rejected',
  error: { code: 'invalid', detail: 'lat must be at most 90.', pointer: '/1/locationUpdate/newPosition/lat' },
};
const FOREIGN = {
  index: 0,
  externalId: 'crane-7',
  status: 'rejected',
  error: { code: 'belongs-to-another-workspace', detail: 'The object belongs to another workspace.' },
};
const AREA = {
  areaId: UUID,
  workspace: 'harbour',
  ...(BODIES['AreaContent'] as object),
  revision: 12,
  outlineRevision: 12,
  outlineUpdatedAt: AT,
  createdAt: AT,
  updatedAt: AT,
};
const TOKEN = {
  id: UUID,
  name: 'Gate 4',
  workspaces: ['harbour'],
  scopes: ['objects:write'],
  narrowed: null,
  createdBy: 'person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d',
  createdAt: AT,
  expiresAt: '2027-02-19T08:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
};
const WORKSPACE = { id: 'harbour', name: 'Harbour', formerNames: ['Port'], status: 'active', plan: 'standard', createdAt: AT };

/** What an answer may look like, by operationId and status. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'archiveObject.200': APPLIED,
  'createArea.201': AREA,
  'createToken.201': { ...TOKEN, token: 'eyJhbGciOiJFUzI1NiIs…' },
  'createWorkspace.201': WORKSPACE,
  'createWorkspaceToken.201': { ...TOKEN, token: 'eyJhbGciOiJFUzI1NiIs…' },
  'editObject.200': APPLIED,
  'eraseObject.200': APPLIED,
  'findWorkspace.200': { id: 'harbour', name: 'Harbour' },
  'listAreas.200': { areas: [AREA], next: null },
  'listFields.200': { fields: [{ workspace: 'harbour', name: 'battery', ...(BODIES['FieldDefinition'] as object), review: 'approved' }] },
  'listObjects.200': { objects: [FORKLIFT], next: '/groups/harbour/externalObjects?limit=100&page=WyJvYmplY3RzIiwiZm9ya2xpZnQtMTciXQ' },
  'listTypes.200': {
    types: [
      { type: 'forklift', count: 128 },
      { type: 'crane', count: 7 },
    ],
    more: false,
  },
  'listVisits.200': {
    visits: [{ externalId: 'forklift-17', startedAt: AT, endedAt: null, dweltAt: null, absentAt: null, areaRevision: 12 }],
    next: null,
  },
  'listWorkspaceTokens.200': { tokens: [TOKEN], next: null },
  'listWorkspaces.200': { workspaces: [WORKSPACE], next: null },
  'live.200': { status: 'live' },
  'pollChanges.200': { changes: [CHANGE], cursor: 'AQAAAAAAAAAqAAAAAAAAABc', more: false },
  'readArea.200': AREA,
  'readHistory.200': { history: [CHANGE], next: null },
  'readObject.200': FORKLIFT,
  'readOperation.200': { operationId: OPERATION, results: [APPLIED] },
  'readPositions.200': {
    at: AT,
    positions: [
      { externalId: 'forklift-17', type: 'forklift', lat: 53.4, lon: -2.98, observedAt: '2026-11-21T07:59:48.000Z', ageSeconds: 12 },
    ],
    next: null,
  },
  'readTrips.200': {
    externalId: 'forklift-17',
    from: '2026-11-20T08:00:00.000Z',
    to: AT,
    dwellRadius: 50,
    dwellSeconds: 300,
    gapSeconds: 900,
    segments: [
      {
        kind: 'stop',
        from: '2026-11-20T08:00:00.000Z',
        to: '2026-11-20T08:20:00.000Z',
        durationSeconds: 1200,
        lat: 53.4,
        lon: -2.98,
        silentSeconds: 0,
        positions: 40,
      },
    ],
    totals: { positions: 40, distanceMetres: 0, tripSeconds: 0, stopSeconds: 1200, gapSeconds: 0 },
    more: false,
  },
  'readVisits.200': {
    from: '2026-11-20T08:00:00.000Z',
    to: AT,
    visitors: [{ externalId: 'forklift-17', type: 'forklift', visits: [{ enteredAt: '2026-11-20T09:12:00.000Z', leftAt: null }] }],
    next: null,
  },
  'readWorkspace.200': WORKSPACE,
  'restoreObject.200': APPLIED,
  'searchHistory.200': { history: [CHANGE], next: null },
  'updateObjects.200': { operationId: OPERATION, results: [APPLIED] },
  'updateObjects.202': { operationId: OPERATION, status: 'pending' },
  'updateObjects.207': { operationId: OPERATION, results: [APPLIED, REFUSED] },
  'updateObjects.403': { operationId: OPERATION, results: [FOREIGN] },
  'updateObjects.422': { operationId: null, results: [{ ...REFUSED, index: 0 }] },
};

/** The operation with an example of its body and of its answers, where there are some. */
export function withExamples(operation: OperationObject): OperationObject {
  const { operationId, requestBody, responses } = operation;
  const answers = Object.entries(responses).map(
    ([status, answer]) => [status, withExample(answer as ResponseObject, ANSWERS[`${operationId}.${status}`])] as const,
  );
  if (requestBody === undefined || !('content' in requestBody)) return { ...operation, responses: Object.fromEntries(answers) };
  const content = Object.fromEntries(
    Object.entries(requestBody.content).map(([type, media]): [string, MediaTypeObject] => [
      type,
      media.example !== undefined ? media : exampled(media, BODIES[schemaNameOf(media)]),
    ]),
  );
  return { ...operation, requestBody: { ...requestBody, content }, responses: Object.fromEntries(answers) };
}

function withExample(answer: ResponseObject, example: unknown): ResponseObject {
  const json = answer.content?.['application/json'];
  return json === undefined ? answer : { ...answer, content: { ...answer.content, 'application/json': exampled(json, example) } };
}

function exampled(media: MediaTypeObject, example: unknown): MediaTypeObject {
  return example === undefined ? media : { ...media, example };
}

function schemaNameOf({ schema }: MediaTypeObject): string {
  return schema !== undefined && '$ref' in schema ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : '';
}
