import { type Mutation, stack, unit } from '../mutation.js';

const directory = stack('apps/directory-service/test/real/directory.test.ts');
const links = stack('apps/directory-service/test/real/share-links.test.ts');

/** The directory: what lives on in a suspended workspace, starts, locks, bounds. */
export const DIRECTORY_SERVICE_FAULTS: Mutation[] = [
  {
    name: 'treats a delayed report as a slow clock',
    file: 'apps/directory-service/src/limits/quotas/gateway-clocks.ts',
    search: 'known.most = Math.max(known.most, ahead);',
    replace: 'known.most = Math.min(known.most, ahead);',
    tests: [unit('apps/directory-service/test/unit/gateway-clocks.test.ts')],
  },
  {
    name: 'refuses to revoke a token of a suspended workspace',
    file: 'libs/identity/src/route-protection.ts',
    search: ' || whileSuspended === true',
    replace: '',
    tests: [unit('libs/identity/test/unit/tokens.test.ts')],
  },
  {
    name: 'ends a suspension when a deletion is undone',
    file: 'apps/directory-service/src/workspaces/workspaces.ts',
    search: "before.statusBefore ?? 'active'",
    replace: "'active'",
    tests: [directory],
  },
  {
    name: 'serves before the tables exist',
    file: 'apps/directory-service/src/http/http.module.ts',
    search: '() => this.database.isMigrated',
    replace: '() => true',
    tests: [stack('apps/directory-service/test/real/not-migrated.test.ts')],
  },
  {
    name: 'deadlocks when a key is made while a link is renewed',
    file: 'apps/directory-service/src/access/keys/signing-keys.ts',
    search: 'await changes.takeOrder();\n      await changes.client.query(`lock table',
    replace: 'await changes.client.query(`lock table',
    tests: [links],
  },
  {
    name: 'creates two links at once although only one is allowed',
    file: 'apps/directory-service/src/access/shares/share-links.ts',
    search: 'where id = $1 for no key update',
    replace: 'where id = $1',
    tests: [links],
  },
  {
    name: 'counts an operator without a password as a remaining one',
    file: 'apps/directory-service/src/access/people/last-operator.ts',
    search: '(password_hash is not null or',
    replace: '(true or',
    tests: [stack('apps/directory-service/test/real/people.test.ts')],
  },
  {
    name: 'shows names of workspaces that a token cannot open',
    file: 'apps/gateway/src/administration/named-workspace.controller.ts',
    search: ' || !grants.has(workspace.id)',
    replace: ' || grants.size < 0',
    tests: [unit('apps/gateway/test/unit/named-workspace.test.ts')],
  },
];
