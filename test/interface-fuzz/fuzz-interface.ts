/**
 * `npm run fuzz:interface [-- --seconds 240 --examples 20 --workers 2]`: starts a separate installation, lets
 * schemathesis try every operation of its OpenAPI document, with the token of a workspace and then with one of the
 * operator, and ends it. Needs Python 3 with venv, and PyPI once.
 * What it reports although the product is right is in docs/clients.md.
 */
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { freePortSettings } from '#stack/settings/free-port-settings.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const SCHEMATHESIS = 'schemathesis==4.32.5';
/** Each ends what the run itself depends on, never ends, or takes long. */
const LEFT_OUT = ['revokeToken', 'revokeWorkspaceToken', 'withdrawKey', 'startRebuild', 'followView'];

const { values } = parseArgs({
  options: {
    /** Of each of the two tokens. */
    seconds: { type: 'string', default: '240' },
    /** Of each operation. */
    examples: { type: 'string', default: '20' },
    workers: { type: 'string', default: '2' },
  },
});

const data = await mkdtemp(join(tmpdir(), 'waymark-fuzz-'));
const env: Record<string, string> = { ...(await freePortSettings()), WAYMARK_DATA: data };
const waymark = async (...args: string[]): Promise<string> =>
  (await execa(process.execPath, [join(repositoryRoot, 'stack/launch.mjs'), ...args], { env, stdin: 'ignore' })).stdout;

/** In a folder that is kept from run to run. */
async function schemathesis(): Promise<string> {
  const folder = join(repositoryRoot, 'node_modules/.cache/waymark-schemathesis');
  const program = join(folder, 'bin/schemathesis');
  const known = await access(program).then(
    () => true,
    () => false,
  );
  if (!known) {
    await execa('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
    await execa(join(folder, 'bin/pip'), ['install', '--quiet', SCHEMATHESIS], { stdio: 'inherit' });
  }
  return program;
}

/** The operations that a token may call, by operationId. */
async function operationsFor(url: string, token: string): Promise<ReadonlySet<string>> {
  const answer = await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } });
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
  return new Set(Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)));
}

/** The exit code of schemathesis: 0 where it reports nothing. */
async function fuzz(program: string, url: string, token: string, leftOut: readonly string[]): Promise<number> {
  const { exitCode } = await execa(
    program,
    [
      'run',
      `${url}/openapi.json`,
      '--header',
      `Authorization: Bearer ${token}`,
      '--checks',
      'all',
      '--continue-on-failure',
      '--no-shrink',
      '--request-timeout',
      '10',
      '--max-examples',
      values.examples,
      '--workers',
      values.workers,
      '--max-time',
      values.seconds,
      ...leftOut.flatMap((operation) => ['--exclude-operation-id', operation]),
    ],
    { stdio: 'inherit', reject: false, cwd: data },
  );
  return exitCode ?? 1;
}

try {
  const program = await schemathesis();
  await waymark('start', '--detach');
  const url = `http://127.0.0.1:${env['WAYMARK_PORT']}`;
  const callers = [
    { whose: 'a workspace', token: (await waymark('token')).trim() },
    { whose: 'the operator', token: (await waymark('token', '--operator')).trim() },
  ];
  const operations = await Promise.all(callers.map(({ token }) => operationsFor(url, token)));
  const unknown = LEFT_OUT.filter((name) => !operations.some((known) => known.has(name)));
  if (unknown.length > 0)
    throw new Error(
      `LEFT_OUT names operations that the document does not have: ${unknown.join(', ')}. Correct them in ` +
        'test/interface-fuzz/fuzz-interface.ts.',
    );
  const codes: number[] = [];
  for (const [at, { whose, token }] of callers.entries()) {
    console.log(`With the token of ${whose}:`);
    codes.push(
      await fuzz(
        program,
        url,
        token,
        LEFT_OUT.filter((name) => operations[at]!.has(name)),
      ),
    );
  }
  process.exitCode = Math.max(...codes);
} finally {
  await waymark('stop').catch((error: unknown) => console.error(error));
  await rm(data, { recursive: true, force: true });
}
