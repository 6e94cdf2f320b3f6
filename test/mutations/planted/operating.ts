import { type Mutation, stack, unit } from '../mutation.js';

const sessions = unit('apps/operator-cli/test/unit/credentials.test.ts');
const commands = unit('apps/operator-cli/test/unit/commands.test.ts');
const REBUILD_OF_CUT_LOG = 'apps/projection-service/test/real/rebuild-of-cut-log.test.ts';
const versioning = unit('apps/gateway/test/unit/versioning.test.ts');

export const OPERATING_FAULTS: Mutation[] = [
  {
    name: 'two commands renew one session, each by itself',
    file: 'apps/operator-cli/src/credentials/access-tokens.ts',
    search: 'if (isFresh(known)) return known;',
    replace: '',
    tests: [sessions],
  },
  {
    name: 'a session that others can read',
    file: 'apps/operator-cli/src/credentials/credentials-file.ts',
    search: '{ mode: 0o600 });',
    replace: '{ mode: 0o644 });',
    tests: [sessions],
  },
  {
    name: 'a session forgotten because the service failed for a moment',
    file: 'apps/operator-cli/src/credentials/access-tokens.ts',
    search: 'error.status < 500',
    replace: 'error.status < 600',
    tests: [sessions],
  },
  {
    name: 'a token that follows a redirect',
    file: 'apps/operator-cli/src/api/api-client.ts',
    search: "{ ...init, redirect: 'manual',",
    replace: "{ ...init, redirect: 'follow',",
    tests: [commands],
  },
  {
    name: 'control characters from elsewhere on the terminal',
    file: 'libs/terminal/src/output.ts',
    search: "return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));",
    replace: "return typeof value === 'object' ? JSON.stringify(value) : String(value);",
    tests: [commands],
  },
  {
    name: 'an export that stops early and looks whole',
    file: 'apps/operator-cli/src/commands/workspace-export.ts',
    search: '!NOT_TO_BE_READ.includes(error.status)',
    replace: 'error.status === 0',
    tests: [commands],
  },
  {
    name: 'a machine that makes itself the next operator token',
    file: 'apps/directory-service/src/people/made-by-people.ts',
    search: 'subject.startsWith(MACHINE)',
    replace: 'subject === MACHINE',
    tests: [unit('apps/directory-service/test/unit/operator-scope.test.ts')],
  },
  {
    name: 'an unknown version of the interface taken for the known one',
    file: 'apps/gateway/src/versioning/api-versions.ts',
    search: 'known === undefined ? refusal() : undefined',
    replace: '',
    tests: [versioning],
  },
  {
    name: 'an end that refusals do not announce',
    file: 'apps/gateway/src/versioning/deprecation.ts',
    search: '[announce, ...others]',
    replace: '[...others, announce]',
    tests: [versioning],
  },
  {
    name: 'a published answer overwritten by one that breaks it',
    file: 'apps/gateway/contract/publish-answers.ts',
    search: "(kind === 'grown' && renew)",
    replace: '(published !== undefined && renew)',
    tests: [unit('apps/gateway/test/unit/answer-contracts.test.ts')],
  },
  {
    name: 'an access log that is handed over whole, and after a long outage never again',
    file: 'apps/gateway/src/access/access-log.ts',
    search: 'characters + batches[end]!.characters <= CHARACTERS_A_SEND',
    replace: 'characters >= 0',
    tests: [unit('apps/gateway/test/unit/access-log.test.ts')],
  },
  {
    name: 'a reader who goes away half-way and is not in the access log',
    file: 'apps/gateway/src/access/access-hook.ts',
    search: 'if (!raw.writableFinished) note(',
    replace: 'if (!raw.headersSent) note(',
    tests: [unit('apps/gateway/test/unit/access-hook.test.ts')],
  },
  {
    name: 'a token repeated by the error of its header',
    file: 'apps/operator-cli/src/api/api-client.ts',
    search: 'bearer !== null && !SENDABLE.test(bearer)',
    replace: 'bearer === undefined',
    tests: [commands],
  },
  {
    name: 'replay and drop dead letters without a line of the audit',
    file: 'apps/gateway/src/dead-letters/letter-office.ts',
    search: '      await note([letterName({ source, offset })]);\n',
    replace: '',
    tests: [unit('apps/gateway/test/unit/letter-office.test.ts')],
  },
  {
    name: 'hold any number of dead letters in memory for one call',
    file: 'apps/gateway/src/dead-letters/letter-office.ts',
    search: 'if (chosen.length > 0 && bytes > REPLAYED_AT_ONCE.bytes) break;',
    replace: '',
    tests: [unit('apps/gateway/test/unit/letter-office.test.ts')],
  },
  { name: 'drop what another rebuild has built', file: 'apps/projection-service/src/rebuilding/rebuild.ts', search: '    await takeTurn(lock, schema);', replace: '    await admin.query(`drop schema if exists ${next} cascade`);\n    await takeTurn(lock, schema);', tests: [stack('apps/projection-service/test/real/rebuild.test.ts')] },
  { name: 'lose what only the replaced projection has', file: 'apps/projection-service/src/rebuilding/build-beside.ts', search: 'await carryRows(carrying)', replace: '0', tests: [stack(REBUILD_OF_CUT_LOG)] },
  { name: 'lose the feed from before the beginning of the log', file: 'apps/projection-service/src/rebuilding/build-beside.ts', search: '  await carryFeed(carrying);\n', replace: '', tests: [stack(REBUILD_OF_CUT_LOG)] },
  { name: 'swap a rebuilt projection in whatever differs', file: 'apps/projection-service/src/rebuilding/build-beside.ts', search: "differences.length > 0 && mode !== 'accept'", replace: 'differences.length < 0', tests: [stack(REBUILD_OF_CUT_LOG)] },
  { name: 'go on with states that were remembered from a replaced projection', file: 'apps/projection-service/src/projecting/projector.ts', search: 'before !== undefined && before !== schema', replace: 'false', tests: [stack(REBUILD_OF_CUT_LOG)] },
  { name: 'tell of a rebuild that was killed as running for ever', file: 'apps/projection-service/src/rebuilding/rebuild-runs.ts', search: '(await this.isAtWork())', replace: '(await this.isAtWork(), true)', tests: [stack('apps/projection-service/test/real/rebuild.test.ts')] },
];
