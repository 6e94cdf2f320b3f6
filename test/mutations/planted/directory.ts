import { type Mutation, stack, unit } from '../mutation.js';

const copy = 'libs/directory/src/directory-copy.ts';
const shareLinks = 'apps/directory-service/src/access/shares/share-links.ts';
const accessLog = 'apps/gateway/src/access/access-log.ts';
const verifying = unit('libs/identity/test/unit/tokens.test.ts');
const tokens = stack('apps/directory-service/test/real/tokens.test.ts');
const links = stack('apps/directory-service/test/real/share-links.test.ts');
const publishing = stack('apps/directory-service/test/real/directory.test.ts');
const lines = unit('apps/gateway/test/unit/access-log.test.ts');

/** Decisions of the directory that gateways no longer follow, or never receive. */
export const DIRECTORY_FAULTS: Mutation[] = [
  {
    name: 'accepts a revoked token',
    file: copy,
    search: 'if (this.revocations.has(tokenId)) return true;',
    replace: '',
    tests: [verifying],
  },
  {
    name: 'accepts tokens that were issued before the rights changed',
    file: copy,
    search: 'issuedAt < cutoff.issuedBefore',
    replace: 'issuedAt < 0',
    tests: [verifying],
  },
  {
    name: 'verifies signatures with a withdrawn key',
    file: copy,
    search: 'this.keysRemovedCount += Number(this.keys.delete(kid))',
    replace: 'void kid',
    tests: [verifying, tokens],
  },
  {
    name: 'lets an older directory record replace a newer one',
    file: copy,
    search: 'if (revision <= (this.revisions.get(key) ?? -1)) return;',
    replace: '',
    tests: [unit('libs/directory/test/unit'), publishing],
  },
  {
    name: 'accepts writes to a suspended workspace',
    file: 'libs/identity/src/route-protection.ts',
    search: "workspace.status === 'suspended' && !opensSuspended(rule)",
    replace: "workspace.status === 'suspended' && rule.method === 'TRACE'",
    tests: [verifying, tokens],
  },
  {
    name: 'refuses reads of a suspended workspace',
    file: 'libs/identity/src/route-protection.ts',
    search: "workspace.status === 'suspended' && !opensSuspended(rule)",
    replace: "workspace.status === 'suspended'",
    tests: [verifying, tokens],
  },
  {
    name: 'revokes a token without notifying the gateways',
    file: 'apps/directory-service/src/access/tokens/machine-tokens.ts',
    search: "await changes.publish('revocation', id,",
    replace: "void ((_kind: string, _id: string, _body: object) => undefined)('', id,",
    tests: [tokens],
  },
  {
    name: 'revokes a token without an audit entry',
    file: 'apps/directory-service/src/access/tokens/machine-tokens.ts',
    search: "await changes.audit('token.revoke', `token:${id}`, { workspace });",
    replace: '',
    tests: [tokens],
  },
  {
    name: 'treats unsent records as published',
    file: 'libs/postgres/src/row-publisher.ts',
    search: 'await producer.send(rows.map((row) => recordOf(row)));',
    replace: '',
    tests: [publishing],
  },
  {
    name: 'revokes a share link only in the table',
    file: shareLinks,
    search: 'await revokeToken(changes, row);',
    replace: '',
    tests: [links],
  },
  {
    name: 'renews a share link and leaves the old one valid',
    file: shareLinks,
    search: 'await revokeToken(changes, before);',
    replace: '',
    tests: [links],
  },
  {
    name: 'accepts a refresh token that was used twice',
    file: 'apps/directory-service/src/access/login/refresh-tokens.ts',
    search: "? 'repeat' : 'replayed'",
    replace: "? 'repeat' : 'rotate'",
    tests: [unit('apps/directory-service/test/unit/refresh-rules.test.ts')],
  },
  {
    name: 'loses the access log while the broker is unreachable',
    file: accessLog,
    search: 'return this.putBack(left);',
    replace: 'return;',
    tests: [lines],
  },
  {
    name: 'keeps access log lines without a bound',
    file: accessLog,
    search: 'if (this.count >= maxLines || characters',
    replace: 'if (characters',
    tests: [lines],
  },
];
