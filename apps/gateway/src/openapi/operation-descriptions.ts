const PAGES = 'For the next page, set `after` to `next` of this page.';
const FIELDS = 'A definition gives a field its type, label, unit, bounds and categories. Fields without one are accepted unchecked.';
const ROTATED = 'The token itself is shown only when it is created.';
const RETENTION = 'Values that a rule omits come from the plan; a rule for an object type replaces the general one.';
const HELD = 'While the hold is in force, nothing in the workspace is removed: not by erasure, retention or deletion of the workspace.';

/** Details of operations, by operationId, for those whose route or description has no details of its own. */
export const OPERATION_DESCRIPTIONS: Readonly<Record<string, string>> = {
  readOperation:
    'Call this after a 202, or if the connection broke before the answer arrived; while the status is `pending`, call ' +
    'it again. Operations ' +
    'of other workspaces are 404.',
  readObject:
    'An object of another workspace is 404, as if it did not exist. A read right after a change may not include it yet: send the ' +
    '`operationId` of the change as `Waymark-Position`.',
  editObject:
    'A JSON merge patch (RFC 7396): null clears a value, and omitted properties stay unchanged. Send `If-Match` to ' +
    'avoid overwriting changes you have not seen.',
  archiveObject: 'Lists, tiles and the map omit an archived object unless a request includes it. Its history is kept.',
  restoreObject: 'Lists, tiles and the map show the object again.',
  readPicture: 'A URL with `v` may be cached for a day; without it, revalidate with `If-None-Match`.',
  readObjectHold: 'The reason for the hold, who placed it, and since when.',
  releaseObject: 'The object can be erased again, unless its workspace is under a hold.',
  listHolds: 'Ordered by id. The answer also shows whether the workspace itself is under a hold.',

  listWebhooks: `Secrets are not shown. ${PAGES}`,
  createWebhook:
    'Messages are signed according to Standard Webhooks. `from` sets the starting point in the feed; by default, only new changes ' +
    'are sent.',
  readWebhook: '`cursor` is the position in the feed after the last change that the receiver has accepted.',
  listDeliveries: "Each attempt shows the receiver's status, the first KB of its answer, and the duration.",
  listAllWebhooks: `For operators: the webhooks of all workspaces, or of the one in \`workspace\`. ${PAGES}`,

  readValuesReport: 'Every reported value counts once. docs/reports.md explains how each measure is calculated.',
  readAreasReport: 'A visit counts in the bucket in which it began; for an ongoing visit, time inside is counted until now.',
  readAccessReport: 'Accepted calls from the access log, by caller and by the objects they touched.',

  listAreas: 'Includes the outline, category, floor and times of each area. For the next page, set `after` to `next` of this page.',
  createArea:
    'Objects that report positions inside become its visitors; visits that ended earlier are not reported as events. The ETag of the ' +
    'answer is its revision.',
  readArea: 'Send the ETag of the answer in `If-Match` when you change the area.',
  listVisits: 'Visits between `from` and `to`, newest first. A visit without `endedAt` is ongoing.',

  listWorkspaces: `Ordered by id. ${PAGES}`,
  createWorkspace: 'An id is 1 to 64 letters and digits. It never changes and is never reused, even after the workspace was deleted.',
  readWorkspace: 'Its plan, status and former names, and any current move to or from another installation.',
  changeWorkspace: 'Links with a former name still lead to the workspace; no other workspace can take that name.',
  deleteWorkspace: 'Until `deleteAfter` it can be restored; then everything in it is erased.',
  suspendWorkspace: 'Changes are answered with 403 `workspace-suspended`; reads and the feed continue to work.',
  resumeWorkspace: 'Changes are accepted again.',
  restoreWorkspace: 'Possible until `deleteAfter`; objects, tokens and people are as they were.',
  moveWorkspace: 'docs/operations.md describes the steps of a move. Repeating a call with the same state changes nothing.',
  cancelMove: 'Possible until calls are forwarded; the workspace then continues here as before.',
  takeMovedTokens: 'Together with the public keys that verify them, so that they stay valid here. The tokens themselves are never sent.',
  listMovedKeys:
    'Empty unless the workspace was moved here and tokens from before are still valid. When it is moved again, these keys move with it.',

  listPlans: 'Null means no limit.',
  putPlan: 'Replaces the entire plan. Workspaces on this plan get the new limits.',
  removePlan: 'Answers 409 while a workspace uses the plan.',

  listTokens: `${ROTATED} ${PAGES}`,
  createToken:
    'For one or several workspaces, or for none with the scope `operator`. Valid for 90 days by default; with the scope `operator` for ' +
    'an hour by default and a day at most.',
  revokeToken: 'All gateways refuse it within seconds. This cannot be undone.',
  listKeys: 'The current signing key, the next one, and former ones whose tokens are still valid.',
  rotateKeys:
    'The new key is used once all services have it, or at once with `immediately`. Tokens signed with the former key ' +
    'stay valid until they expire.',
  withdrawKey: 'For a key that may be compromised: all tokens signed with it must be replaced.',
  readAudit: 'Each line shows who did what, when, from which address and with which token. For the next page, set `before` to `next`.',
  listWorkspaceTokens: `${ROTATED} ${PAGES}`,
  createWorkspaceToken: 'Valid for 90 days by default. `narrowed` limits it to types, ids or fields of objects.',
  revokeWorkspaceToken: 'All gateways refuse it within seconds. This cannot be undone.',
  listShareLinks: `The URL of a link is shown only when it is created. ${PAGES}`,
  createShareLink: 'Anyone with the link sees what it shows and nothing else. Valid for 7 days by default.',
  revokeShareLink: 'The link stops working. This cannot be undone.',
  renewShareLink: 'The link gets a new URL and token, and shows the same as before.',

  listPeople: `People of all workspaces, with the role in each. ${PAGES}`,
  createPerson: 'The person has no password yet: create a password link, or let them sign in with the provider.',
  readPerson: 'With the time of the last sign-in, and whether a password is set.',
  changePerson: 'Omitted properties stay unchanged. A disabled person cannot sign in.',
  removePerson: 'Removes the account and its roles in all workspaces. Objects and documents that the person created are kept.',
  putMembership: "Replaces the person's role in the workspace.",
  removeMembership: 'The account and roles in other workspaces are kept.',
  createPasswordLink: 'Give the secret to the person: `POST /auth/password/reset` accepts it once, with the new password.',
  listMembers: `With their roles. ${PAGES}`,
  addMember: 'If the person has no account yet, one is created.',
  changeMember: "Replaces the person's role in this workspace.",
  removeMember: 'The account and roles in other workspaces are kept.',

  listPolls: `All polls, or those with one \`status\`; each shows whether the caller may answer. ${PAGES}`,
  readPoll: "With its options and the caller's answer.",
  deletePoll: 'This cannot be undone. To keep the results, close the poll instead.',
  listDashboards: PAGES,
  readDashboard: 'Each tile has a position on a 12-column grid and the parameters of its report.',
  listViews: `A view is a fragment of the app's address. ${PAGES}`,

  login: 'Repeated failures are slowed down: 429 with `Retry-After`. The answer contains an access token and the first refresh token.',
  refreshLogin: 'A refresh token is valid for one refresh. Using it again later ends the sign-in.',
  logout: 'Send the refresh token of the sign-in to end.',
  changePassword: 'The answer is a new sign-in that replaces the current one.',
  resetPassword: 'The secret comes from a password link and can be used once.',

  listFields: FIELDS,
  listFieldsOf: FIELDS,
  reviewFields: 'Shows how often each field was sent, with which value types, and some samples.',
  reviewFieldsOf: 'Shows how often each field was sent, with which value types, and some samples.',
  putField: 'Replaces the entire definition. Stored values are not checked again.',
  putFieldOf: 'Replaces the entire definition. Stored values are not checked again.',
  removeField: 'Values of the field are then accepted unchecked.',
  removeFieldOf: 'Values of the field are then accepted unchecked.',

  readUsage: 'The month is a calendar month in UTC. Calls beyond a limit of the plan are refused with 429.',
  readUsageOf: 'The month is a calendar month in UTC.',
  simulateUsage: "Nothing is sent or counted: the fleet's figures are compared with the limits of the plan.",
  listUsage: `The month is a calendar month in UTC. ${PAGES}`,
  readRetention: RETENTION,
  putRetention: RETENTION,
  readRetentionOf: RETENTION,
  putRetentionOf: RETENTION,
  readHold: 'The reason for the hold, who placed it, and since when.',
  putHold: HELD,
  releaseHold: 'Only an operator can release a hold placed by an operator.',
  readHoldOf: 'The reason for the hold, who placed it, and since when.',
  putHoldOf: HELD,
  releaseHoldOf: 'Erasures and retention resume, except for objects under a hold of their own.',

  enterApp: 'A redirect to `/app/`.',
  enterAppFolder: 'A redirect to `/app/`.',
  readAppSettings: 'The app reads this before anyone has signed in; it contains no secrets.',
  readAppFile: 'Has an ETag: revalidate with `If-None-Match`.',
  readAppAsset: 'The name changes with the content, so the answer may be cached forever.',
  findWorkspace: 'Compared exactly, including upper and lower case.',

  releaseObjectOf: 'The object can be erased again, unless its workspace is under a hold.',
  readId: 'Ids are unique across all workspaces. A 404 means that the id was never used.',
  awaitKeptObjects: 'Repeat while `settled` is false; then `kept-objects` contains everything that was accepted before the first call.',
  diagnose: 'Each finding has a state and, if something needs to be done, the remedy. `npx waymark doctor` shows the same.',
  readLag: 'Records waiting in each topic for each service. A number that grows for minutes means that a service is too slow or down.',
  listDeadLetters: `A dead letter is a record that could not be processed and was set aside. ${PAGES}`,
  readDeadLetter: 'Includes the key, headers and value of the record.',
  dropDeadLetter: 'The change in the record is lost. This cannot be undone.',
  replayDeadLetter: 'If it fails again, it becomes a dead letter with a higher number.',
  expireCursors: 'Webhooks report the gap to their receivers, and continue with the oldest change that is stored.',
  listRebuilds: 'A rebuild recreates the projection from the topics while reads continue.',

  readKeys: 'For services that verify access tokens themselves; the `kid` of a token identifies the key.',
  readInterface:
    'OpenAPI 3.1. With a token, it contains the operations, workspaces and fields of that token. docs/clients.md ' +
    'explains generated clients.',
  readTopics: 'AsyncAPI 3.1.',
  readDocs: 'Swagger UI with this document.',
  readDocsFile: 'Scripts, styles and images of the page.',
  live: 'Liveness check: 200 regardless of dependencies.',
  ready: 'Readiness check for a load balancer: 503 while the gateway cannot serve, naming what is missing.',
  metrics: 'Prometheus text format, for the operator.',
};
