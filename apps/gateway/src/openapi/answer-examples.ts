import { BODY_EXAMPLES, OUTLINE } from './body-examples.js';

const UUID = '5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d';
const TOKEN_SUBJECT = `token:${UUID}`;
const OPERATION = '01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1-63f7e6c2a1';
const AT = '2026-11-21T08:00:00.000Z';
const NEXT_MONTH = '2026-12-01T00:00:00.000Z';
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
  ...(BODY_EXAMPLES['AreaContent'] as object),
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
const STOP = {
  kind: 'stop',
  from: '2026-11-20T08:00:00.000Z',
  to: '2026-11-20T08:20:00.000Z',
  durationSeconds: 1200,
  lat: 53.4,
  lon: -2.98,
  silentSeconds: 0,
  positions: 40,
};
const PROBLEM = {
  type: 'urn:waymark:problem:invalid',
  title: 'The request is well formed, but a value in it is not valid.',
  status: 422,
  detail: 'The body has 1 fault.',
  requestId: '01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1',
  errors: [{ pointer: '/0/locationUpdate/newPosition/lat', detail: 'lat must be at most 90.' }],
};

export const ADOPTION_EXAMPLE = {
  op: 'adopt',
  externalId: 'forklift-17',
  kind: 'updated',
  change: { revision: 42, observedAt: AT, receivedAt: AT, subject: TOKEN_SUBJECT, position: { lat: 53.4, lon: -2.98 } },
};

/** Examples for schemas of answers where the examples of the single properties would not fit together. */
export const ANSWER_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  AccessReportRow: { from: '2026-11-21T00:00:00+01:00', kind: 'changed', caller: TOKEN_SUBJECT, calls: 880 },
  Adoption: ADOPTION_EXAMPLE,
  Area: AREA,
  AreaFeature: { type: 'Feature', properties: { name: 'North quay' }, geometry: OUTLINE },
  AreaFeatureProperties: { name: 'North quay', category: 'berth', confirmSeconds: 30 },
  AreaVisit: { externalId: 'forklift-17', startedAt: AT, endedAt: null, dweltAt: null, absentAt: null, areaRevision: 12 },
  Change: CHANGE,
  DefinedField: { workspace: 'harbour', name: 'battery', ...(BODY_EXAMPLES['FieldDefinition'] as object), review: 'approved' },
  ElementResult: APPLIED,
  ElementWarning: { code: 'field-conflict', detail: 'battery must be at most 100.', pointer: '/0/fieldValues/0/value' },
  ExternalObject: FORKLIFT,
  FieldToReview: {
    name: 'battery',
    count: 128,
    conflicts: 0,
    firstSeen: AT,
    lastSeen: AT,
    types: { String: 0, Number: 128, Category: 0 },
    samples: ['81.5', '80'],
    categories: [],
    definition: null,
  },
  HeatmapCellFigures: { objects: 12, observations: 340 },
  KeptObjectsPage: { objects: [{ externalId: 'forklift-17', workspace: 'harbour', revision: 42 }], picturesMissing: [], next: null },
  KeptWebhookPage: { webhooks: [{ id: UUID, ...(BODY_EXAMPLES['AdoptedWebhook'] as object) }], next: null },
  LimitStanding: { limit: 'calls-per-month', quota: 10_000, windowSeconds: 2_592_000, used: 880, left: 9_120, resetsAt: NEXT_MONTH },
  MachineToken: TOKEN,
  NewMachineToken: { ...TOKEN, token: 'eyJhbGciOiJFUzI1NiIsImtpZCI6IjIwMjYtMTEifQ.eyJzdWIiOiJ0b2tlbjo1ZjBjIn0.c2lnbmF0dXJl' },
  HistoriesPage: { history: [CHANGE], next: null },
  ObjectPage: { objects: [FORKLIFT], next: null },
  ObjectPosition: FORKLIFT.position,
  OpenedDeadLetter: {
    letter: 'commands:12',
    reason: 'The record is not valid JSON.',
    time: AT,
    source: { topic: 'object.commands', partition: 3, offset: 12 },
    key: 'forklift-17',
    size: 28,
    headers: { 'content-type': { encoding: 'utf8', data: 'application/json' } },
    value: { encoding: 'utf8', data: '{"externalId":"forklift-17"' },
  },
  Problem: PROBLEM,
  Rebuild: { id: UUID, check: false, startedAt: AT, endedAt: AT, status: 'same', differences: 0, found: [], says: 'No differences.' },
  ShownAudience: { kind: 'workspace' },
  ShownRetention: { workspace: 'harbour', historyDays: 90, types: [{ type: 'visitor', historyDays: 7 }], planHistoryDays: 365 },
  StreetMapSettings: { style: 'https://tiles.example.com/style.json' },
  TokenHolder: {
    kind: 'machine',
    subject: TOKEN_SUBJECT,
    tokenId: UUID,
    operator: false,
    workspaces: [{ id: 'harbour', name: 'Harbour', scopes: ['objects:write', 'objects:read'] }],
    scopes: ['objects:write', 'objects:read'],
    issuedAt: AT,
    expiresAt: NEXT_MONTH,
    narrowing: null,
  },
  TrackSegment: STOP,
  TrackingReportRow: {
    from: '2026-11-21T00:00:00+01:00',
    type: 'forklift',
    updates: 340,
    created: 3,
    stale: 1,
    objects: 12,
    distanceMetres: 5_230.5,
    movingSeconds: 5_400,
    stillSeconds: 12_600,
    utilisation: 0.3,
    stops: 3,
    lastSeenAt: AT,
  },
  UsageReportRow: {
    from: '2026-11-21T00:00:00+01:00',
    caller: TOKEN_SUBJECT,
    calls: 880,
    succeeded: 878,
    refused: 2,
    failed: 0,
    elements: 4_200,
    created: 3,
    stale: 1,
  },
  IdOwner: { externalId: 'forklift-17', workspace: 'harbour', erased: false, revision: 42, updatedAt: AT },
  AreasReportRow: { from: '2026-11-21T00:00:00+01:00', area: UUID, entered: 7, insideSeconds: 5_400 },
  ValuesReportRow: { from: '2026-11-21T00:00:00+01:00', type: 'forklift', number: 'battery', count: 128, mean: 64.2, least: 12, most: 99 },
  Visit: { enteredAt: AT, leftAt: null },
  PositionsPage: {
    at: AT,
    positions: [{ externalId: 'forklift-17', type: 'forklift', lat: 53.4, lon: -2.98, observedAt: AT, ageSeconds: 12 }],
    next: null,
  },
  VisitsPage: {
    from: '2026-11-20T08:00:00.000Z',
    to: AT,
    visitors: [{ externalId: 'forklift-17', type: 'forklift', visits: [{ enteredAt: '2026-11-20T09:12:00.000Z', leftAt: null }] }],
    next: null,
  },
  Workspace: WORKSPACE,
  WorkspaceMove: { id: UUID, state: 'copying', address: 'https://waymark.example', since: AT },
};

/** Examples of answers that need a different example than their schema, by operationId and status. */
export const ANSWER_EXAMPLES: Readonly<Record<string, unknown>> = {
  'adoptChanges.202': { operationId: OPERATION, status: 'pending' },
  'updateObjects.202': { operationId: OPERATION, status: 'pending' },
  'updateObjects.207': { operationId: OPERATION, results: [APPLIED, REFUSED] },
  'updateObjects.403': { operationId: OPERATION, results: [FOREIGN] },
  'updateObjects.422': { operationId: null, results: [{ ...REFUSED, index: 0 }] },
  'listObjects.200': {
    objects: [FORKLIFT],
    next: '/groups/harbour/externalObjects?limit=100&page=WyJvYmplY3RzIiwiZm9ya2xpZnQtMTciXQ',
  },
};
