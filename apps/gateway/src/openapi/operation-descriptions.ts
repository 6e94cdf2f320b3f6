const PAGES = 'Go on with `after` set to `next` of the page before.';
const FIELDS = 'A definition gives a field its type, label, unit, bounds and categories. Fields without one are accepted as they come.';
const ROTATED = 'A token itself is shown only when it is made.';
const RETENTION = 'What a rule leaves out is as the plan says; a rule for a type of objects replaces the one for all.';
const HELD = 'While the hold lasts, erasures, retention and the removal of the workspace leave everything in it alone.';

/** Details of operations beyond the summary, by operationId, unless their route or description has them. */
export const OPERATION_DESCRIPTIONS: Readonly<Record<string, string>> = {
  readOperation:
    'Ask here after a 202, or when a connection broke before the answer came; while the status is `pending`, ask again. Operations ' +
    'of other workspaces are 404.',
  readObject:
    'An object of another workspace is 404, as if it did not exist. A read right after a change may not have it yet: send the ' +
    '`operationId` of the change as `Waymark-Position`.',
  editObject: 'A JSON merge patch (RFC 7396): null clears a value, and what is left out stays. With `If-Match` it replaces nothing unseen.',
  archiveObject: 'An archived object is left out of lists, tiles and the map unless they ask for it. Its history stays.',
  restoreObject: 'Lists, tiles and the map show the object again.',
  readPicture: 'An address with `v` may be cached for a day; without it, ask again with `If-None-Match`.',
  readObjectHold: 'Why the object is held, by whom and since when.',
  releaseObject: 'The object can be erased again, unless its workspace is held.',
  listHolds: 'In the order of ids. The answer also says whether the workspace itself is held.',

  listWebhooks: `Secrets are not shown. ${PAGES}`,
  createWebhook:
    'Messages are signed as Standard Webhooks has it. `from` says where in the feed it begins: with the changes from now on, when it ' +
    'is left out.',
  readWebhook: '`cursor` is the place in the feed behind everything that the receiver has accepted.',
  listDeliveries: "Each attempt has the receiver's status, the first KB of its answer and the time that it took.",
  listAllWebhooks: `For operators: of every workspace, or of the one in \`workspace\`. ${PAGES}`,

  readValuesReport: 'Every reported value counts once. docs/reports.md says how each measure is worked out.',
  readAreasReport: 'A visit counts in the bucket in which it began; the time inside of one that goes on, until now.',
  readAccessReport: 'From the access log: calls that were let through, by who made them and what they touched.',

  listAreas: 'With outline, category, floor and times of each. Go on with `after` set to `next` of the page before.',
  createArea:
    'Objects that report positions inside become its visitors; visits that were over before are not reported as events. The ETag of the ' +
    'answer is its revision.',
  readArea: 'The ETag of the answer goes into `If-Match` of a change.',
  listVisits: 'Visits of the time from `from` to `to`, newest first. One without `endedAt` goes on.',

  listWorkspaces: `In the order of ids. ${PAGES}`,
  createWorkspace: 'An id is 1 to 64 letters and digits. It never changes and is never used again, also after the workspace was deleted.',
  readWorkspace: 'Its plan, status and former names, and a move to or from another installation while there is one.',
  changeWorkspace: 'Links with a former name still lead to the workspace; no other workspace can take that name.',
  deleteWorkspace: 'Until `deleteAfter` it can be restored; then everything in it is erased.',
  suspendWorkspace: 'Changes are answered with 403 `workspace-suspended`; reads and the feed go on.',
  resumeWorkspace: 'Changes are accepted again.',
  restoreWorkspace: 'Possible until `deleteAfter`; objects, tokens and people are as they were.',
  moveWorkspace: 'docs/operations.md has the steps of a move. Repeating a call with the same state changes nothing.',
  cancelMove: 'Possible until calls are forwarded; the workspace goes on here as before.',
  takeMovedTokens: 'With the public keys that they were signed with, so that they stay valid here. Tokens themselves are never sent.',

  listPlans: 'A limit that is null does not limit.',
  putPlan: 'The plan is replaced as a whole. Workspaces that have it get the new limits.',
  removePlan: 'Answers 409 while a workspace has the plan.',

  listTokens: `${ROTATED} ${PAGES}`,
  createToken:
    'For one workspace or several, or with the scope `operator` for none. Valid for 90 days by default; with the scope `operator` for ' +
    'an hour by default and a day at most.',
  revokeToken: 'All gateways refuse it within seconds. This cannot be undone.',
  listKeys: 'The key that signs now, the next one, and former ones whose tokens are still valid.',
  rotateKeys: 'It signs once all services know it, or at once with `immediately`. Tokens of the former key stay valid until they expire.',
  withdrawKey: 'For a key that may be known to others: everyone who has a token that it signed needs another one.',
  readAudit: 'Each line has who did what, when, from which address and with which token. Go on with `before` set to `next`.',
  listWorkspaceTokens: `${ROTATED} ${PAGES}`,
  createWorkspaceToken: 'Valid for 90 days by default. `narrowed` limits it to types, ids or fields of objects.',
  revokeWorkspaceToken: 'All gateways refuse it within seconds. This cannot be undone.',
  listShareLinks: `The addresses of links are shown only when they are made. ${PAGES}`,
  createShareLink: 'Anyone who has its address sees what it shows and nothing else. Good for 7 days by default.',
  revokeShareLink: 'The link shows nothing from then on. This cannot be undone.',
  renewShareLink: 'It gets a new address and token, and shows the same as before.',

  listPeople: `Over all workspaces, with the role in each. ${PAGES}`,
  createPerson: 'The person has no password yet: create a password link, or let them sign in with the provider.',
  readPerson: 'With the time of the last sign-in, and whether a password is set.',
  changePerson: 'What is left out stays. A disabled person cannot sign in.',
  removePerson: 'The account goes with its roles in all workspaces. What the person has made stays.',
  putMembership: 'It replaces the role that the person has there.',
  removeMembership: 'The account and roles in other workspaces stay.',
  createPasswordLink: 'Hand the secret to the person: `POST /auth/password/reset` takes it once, with the new password.',
  listMembers: `With their roles. ${PAGES}`,
  addMember: 'Somebody who has no account yet gets one.',
  changeMember: 'It replaces the role that the person has here.',
  removeMember: 'The account and roles in other workspaces stay.',

  listPolls: `All, or those of one \`status\`, each with whether the caller may answer. ${PAGES}`,
  readPoll: 'With its options, and what the caller has chosen.',
  deletePoll: 'This cannot be undone; a poll that is closed keeps its results.',
  listDashboards: PAGES,
  readDashboard: 'Each tile has its place on a grid of 12 columns and the parameters of its report.',
  listViews: `A view is a fragment of the app's address. ${PAGES}`,

  login: 'Repeated failures are slowed down: 429 with `Retry-After`. The answer has an access token and the first refresh token.',
  refreshLogin: 'A refresh token is good for one refresh. Its use for another one later ends the sign-in.',
  logout: 'The body has the refresh token of the sign-in that ends.',
  changePassword: 'The answer is a new sign-in, which goes on.',
  resetPassword: 'The secret comes from a password link and is good once.',

  listFields: FIELDS,
  listFieldsOf: FIELDS,
  reviewFields: 'With how often each came, with which types of values, and some samples.',
  reviewFieldsOf: 'With how often each came, with which types of values, and some samples.',
  putField: 'The definition is replaced as a whole. Values that are stored already are not judged again.',
  putFieldOf: 'The definition is replaced as a whole. Values that are stored already are not judged again.',
  removeField: 'From then on its values are accepted as they come.',
  removeFieldOf: 'From then on its values are accepted as they come.',

  readUsage: 'The month is a calendar month in UTC. Limits of the plan are refused with 429 once they are used up.',
  readUsageOf: 'The month is a calendar month in UTC.',
  simulateUsage: 'Nothing is sent or counted: the figures of the fleet are compared with the limits of the plan.',
  listUsage: `The month is a calendar month in UTC. ${PAGES}`,
  readRetention: RETENTION,
  putRetention: RETENTION,
  readRetentionOf: RETENTION,
  putRetentionOf: RETENTION,
  readHold: 'Why the workspace is held, by whom and since when.',
  putHold: HELD,
  releaseHold: 'A hold that an operator has put is released by an operator only.',
  readHoldOf: 'Why the workspace is held, by whom and since when.',
  putHoldOf: HELD,
  releaseHoldOf: 'Erasures and retention go on, but for objects that are held themselves.',

  enterApp: 'A redirect to `/app/`.',
  enterAppFolder: 'A redirect to `/app/`.',
  readAppSettings: 'The app reads this before anybody has signed in; there are no secrets in it.',
  readAppFile: 'With an ETag: ask again with `If-None-Match`.',
  readAppAsset: 'The name changes with the content, so the answer may be cached for good.',
  findWorkspace: 'Compared exactly, upper and lower case included.',

  releaseObjectOf: 'The object can be erased again, unless its workspace is held.',
  readId: 'Ids are unique over all workspaces. A 404 says that the id was never used.',
  awaitKeptObjects: 'Ask again while `settled` is false; then `kept-objects` has everything that was accepted before the first call.',
  diagnose: 'Each finding has a state and, where something is to be done, the remedy. `npx waymark doctor` shows the same.',
  readLag: 'Records that wait in each topic for each service. A number that grows for minutes means that a service is too slow or down.',
  listDeadLetters: `A dead letter is a record that could not be processed and was set aside. ${PAGES}`,
  readDeadLetter: 'Key, headers and value are those of the record.',
  dropDeadLetter: 'What it would have changed is lost. This cannot be undone.',
  replayDeadLetter: 'If it fails again, it becomes a dead letter with a higher number.',
  listRebuilds: 'A rebuild makes the projection again from the topics while reads go on.',

  readKeys: 'For services that check access tokens by themselves; the `kid` of a token names the key.',
  readInterface:
    'OpenAPI 3.1. With a token it has the operations, workspaces and fields of that token. docs/clients.md is about generated clients.',
  readTopics: 'AsyncAPI 3.1.',
  readDocs: 'Swagger UI with this document.',
  readDocsFile: 'Scripts, styles and pictures of the page.',
  live: 'For the check that restarts a process: 200 whatever its dependencies are doing.',
  ready: 'For a load balancer: 503 while the gateway cannot serve, with what is missing.',
  metrics: 'Prometheus text format, for the operator.',
};
