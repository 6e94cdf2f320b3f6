import { type Mutation, stack, unit } from '../mutation.js';

const adoptions = [unit('apps/operator-cli/test/unit/adoptions-of.test.ts')];
const areas = [stack('apps/area-service/test/real/adopted-areas.test.ts')];
const boards = [stack('apps/directory-service/test/real/adopted-boards.test.ts')];
const pictures = [stack('apps/object-service/test/real/moved-pictures.test.ts')];
const moves = [stack('test/end-to-end/moved-workspace.test.ts')];
const webhooks = [stack('apps/webhook-service/test/real/moved-webhooks.test.ts')];

export const MOVING_FAULTS: Mutation[] = [
  {
    name: 'imports a moved change into an object of another workspace',
    file: 'libs/object-rules/src/decide-adoption.ts',
    search: 'kept.workspace !== workspace && isOwned(kept)',
    replace: 'kept.workspace === undefined && isOwned(kept)',
    tests: adoptions,
  },
  {
    name: 'imports a moved change twice',
    file: 'libs/object-rules/src/decide-adoption.ts',
    search: 'adopted.revision <= kept.revision',
    replace: 'adopted.revision < 0',
    tests: adoptions,
  },
  {
    name: 'forgets the keys of an installation that the workspace was in before',
    file: 'apps/operator-cli/src/moving/copy-settings.ts',
    search: '[...own.keys, ...moved.keys]',
    replace: '[...own.keys]',
    tests: moves,
  },
  {
    name: 'loses fields that were reported before the history begins',
    file: 'apps/operator-cli/src/moving/adoptions-of.ts',
    search: 'for (const [name, { type, value, observedAt }] of Object.entries(fields)) {',
    replace: 'for (const [name, { type, value, observedAt }] of Object.entries(fields).slice(1)) {',
    tests: adoptions,
  },
  {
    name: 'lets a moved token use the grants that it names',
    file: 'libs/identity/src/moved-tokens.ts',
    search: 'grants: new Map([[moved.workspace, scopes]]),',
    replace: 'grants: caller.grants,',
    tests: [unit('libs/identity/test/unit/moved-tokens.test.ts')],
  },
  {
    name: 'accepts tokens that were made elsewhere after the move',
    file: 'libs/identity/src/moved-tokens.ts',
    search:
      "if (moved === undefined) throw new TokenRefusedError('The token was not moved here with its workspace; create a new one here');",
    replace: 'if (moved === undefined) return caller;',
    tests: [unit('libs/identity/test/unit/moved-tokens.test.ts')],
  },
  {
    name: 'writes what a move sends into a workspace that is in use',
    file: 'apps/gateway/src/forwarding/forward-moved.ts',
    search: "only(directory, ['receiving'],",
    replace: "only(directory, ['receiving', ...LEAVING, undefined],",
    tests: [unit('apps/gateway/test/unit/adopting.test.ts')],
  },
  {
    name: 'replaces an area of another workspace by one that is moved here',
    file: 'apps/area-service/src/areas/areas.ts',
    search: 'if (present !== undefined && present.workspace !== workspace)',
    replace: 'if (present !== undefined && present.workspace === undefined)',
    tests: areas,
  },
  {
    name: 'reports visits again that had ended before an area was moved here',
    file: 'apps/area-service/src/areas/areas.ts',
    search: '        outlineUpdatedAt: at,\n        createdAt,\n',
    replace: '        outlineUpdatedAt: createdAt,\n        createdAt,\n',
    tests: areas,
  },
  {
    name: 'stores bytes as the picture of an object that names another one',
    file: 'apps/object-service/src/pictures/kept-pictures.ts',
    search: "and workspace = $2 and state->>'picture' = $3 for share`",
    replace: 'and workspace = $2 and $3::text is not null for share`',
    tests: pictures,
  },
  {
    name: 'takes a picture for stored that is stored for another object only',
    file: 'apps/object-service/src/look-ups/moving.controller.ts',
    search: 'where p.external_id = o.external_id',
    replace: 'where p.external_id is not null',
    tests: pictures,
  },
  {
    name: 'sends for a workspace that is still arriving',
    file: 'apps/webhook-service/src/delivering/webhook-runner.ts',
    search: " && found.move?.state !== 'receiving'",
    replace: '',
    tests: [unit('apps/webhook-service/test/unit/webhook-runner.test.ts')],
  },
  {
    name: 'sends what an installation sees of a workspace that has left it',
    file: 'apps/webhook-service/src/delivering/moved-changes.ts',
    search: "if (move?.state !== 'forwarding') return changes;",
    replace: "if (move?.state !== 'receiving') return changes;",
    tests: [unit('apps/webhook-service/test/unit/webhook-runner.test.ts')],
  },
  {
    name: 'gives away secrets of webhooks of a workspace that stays',
    file: 'apps/gateway/src/forwarding/forward-moved.ts',
    search: 'only(directory, LEAVING,',
    replace: 'only(directory, [...LEAVING, undefined],',
    tests: [unit('apps/gateway/test/unit/adopting.test.ts')],
  },
  {
    name: 'replaces a webhook of another workspace by one that is moved here',
    file: 'apps/webhook-service/src/subscriptions/moved-webhooks.ts',
    search: 'else if (rows[0].workspace !== workspace)',
    replace: 'else if (rows[0].workspace === undefined)',
    tests: webhooks,
  },
  {
    name: 'lets a person who is not known here answer for a webhook',
    file: 'apps/webhook-service/src/subscriptions/moved-webhooks.ts',
    search: 'return isKnown ? { subject',
    replace: 'return isKnown || subject !== undefined ? { subject',
    tests: webhooks,
  },
  {
    name: 'replaces a dashboard of another workspace by one that is moved here',
    file: 'apps/directory-service/src/boards/dashboards/dashboards.ts',
    search: ' where dashboard.workspace = excluded.workspace`,',
    replace: '`,',
    tests: boards,
  },
  {
    name: 'writes a moved view into a workspace that is in use',
    file: 'apps/directory-service/src/publishing/locked-workspace.ts',
    search: "if (move?.state !== 'receiving')",
    replace: 'if (move === undefined)',
    tests: boards,
  },
  {
    name: 'leaves a workspace arriving for ever when the command was killed after the switch',
    file: 'apps/operator-cli/src/moving/move-workspace.ts',
    search: 'if (arrived?.move === undefined) return;',
    replace: 'if (arrived?.move === undefined || this.closedAt === 0) return;',
    tests: moves,
  },
  {
    name: 'writes the secrets of moved webhooks into the log',
    file: 'apps/webhook-service/src/subscriptions/moved-webhooks.controller.ts',
    search: '    return this.webhooks.adopt(',
    replace: '    console.log(JSON.stringify(body));\n    return this.webhooks.adopt(',
    tests: moves,
  },
  {
    name: 'closes polls of a workspace that is arriving, without their answers',
    file: 'apps/directory-service/src/boards/polls/due-polls.ts',
    search: "\n  and not exists (select from workspace w where w.id = poll.workspace and w.move->>'state' = 'receiving')",
    replace: '',
    tests: boards,
  },
  {
    name: 'takes a moved poll over with the counts of other options',
    file: 'apps/directory-service/src/boards/polls/adopted-polls.ts',
    search: '[option.id, counts[at]!]',
    replace: '[option.id, counts.at(-1 - at)!]',
    tests: boards,
  },
];
