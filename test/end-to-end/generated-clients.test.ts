import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/repository-root.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const run = promisify(execFile);
/** Of one download, one generator or one client. */
const PATIENCE_MS = 120_000;
const OPENAPI_PYTHON_CLIENT = 'openapi-python-client==0.29.1';
const OPENAPI_GENERATOR = {
  version: '7.15.0',
  runtime: ['urllib3==2.8.0', 'python-dateutil==4.0.0', 'pydantic==2.14.4', 'typing-extensions==4.16.0', 'lazy-imports==1.2.0'],
};
/** What was downloaded is kept from run to run. */
const cache = join(repositoryRoot, 'node_modules/.cache/waymark-client-generators');
const clients = join(repositoryRoot, 'test/end-to-end/generated-clients');

/** What each client prints of what it did. */
interface Done {
  statuses: string[];
  listed: boolean;
  fields: Record<string, unknown>;
  changes: number[];
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const command = (file: string, ...args: string[]): Promise<unknown> =>
  run(file, args, { timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 });

/** Makes a folder of the cache; one that was made in part is never taken for a whole one. */
async function cached(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const target = join(cache, name);
  if (await exists(target)) return target;
  await mkdir(cache, { recursive: true });
  const begun = await mkdtemp(join(cache, 'begun-'));
  try {
    await make(begun);
    await rename(begun, target).catch(async (error: unknown) => {
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(begun, { recursive: true, force: true });
  }
  return target;
}

/** Python packages in a folder of their own, which Python finds by PYTHONPATH. */
const pythonPackages = (name: string, packages: readonly string[]): Promise<string> =>
  cached(name, (folder) =>
    command('python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder, ...packages),
  );

const generatorJar = async (): Promise<string> => {
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR.version}`;
  const folder = await cached(`openapi-generator-${OPENAPI_GENERATOR.version}`, async (begun) => {
    await command('java', '-version');
    await command('mvn', '--quiet', '--batch-mode', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${begun}`);
  });
  return join(folder, `openapi-generator-cli-${OPENAPI_GENERATOR.version}.jar`);
};

/** node runs no TypeScript that is not only types. */
async function compile(folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const { code } = await transform(await readFile(join(folder, file), 'utf8'), {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    await writeFile(join(folder, file.replace(/\.ts$/, '.js')), code);
  }
}

let space: TestSpace;
let stack: RunningStack;
let token: string;
let folder: string;
let document: string;

beforeAll(async () => {
  space = await createTestSpace('clients');
  stack = await startStack(space);
  token = await space.token({ workspaces: ['harbour'] });
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'run-'));
  document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${stack.url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } })).text());
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** What a client does with the running stack: posts a value of each kind and a null, lists, reads and polls. */
async function use(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Done> {
  const { stdout } = await run(file, [...args, stack.url, token, 'harbour'], { timeout: PATIENCE_MS, env: { ...process.env, ...env } });
  return JSON.parse(stdout) as Done;
}

/** Undefined, with the reason: what the test needs is not on this machine, or cannot be downloaded. */
async function obtained<T>(what: Promise<T>): Promise<{ got: T } | { missing: string }> {
  return what.then(
    (got) => ({ got }),
    (error: unknown) => ({
      missing: String((error as Error).message)
        .split('\n')
        .slice(0, 3)
        .join(' '),
    }),
  );
}

const DONE: Done = {
  statuses: ['created', 'updated'],
  listed: true,
  fields: { battery: 81.5, state: { namespace: 'state', categoryName: 'loading' } },
  changes: [1, 2],
};
/** The other two start Java, which takes a core for some ten seconds each. */
const all = process.env['WAYMARK_CLIENT_GENERATORS'] === 'all';

describe('clients that are generated from /openapi.json post, list and poll', () => {
  it('openapi-python-client', { timeout: 2 * PATIENCE_MS }, async ({ skip }) => {
    const packages = await obtained(pythonPackages(OPENAPI_PYTHON_CLIENT, [OPENAPI_PYTHON_CLIENT]));
    if ('missing' in packages) return skip(`Python 3 with pip and access to PyPI is needed: ${packages.missing}`);
    const env = { PYTHONPATH: packages.got };
    const made = join(folder, 'python-client');
    // As docs/clients.md has it: the version of the interface is none of a Python package.
    const config = join(folder, 'config.yml');
    await writeFile(config, 'package_version_override: 1.0.0');
    const { stdout, stderr } = await run(
      'python3',
      ['-m', 'openapi_python_client', 'generate', '--path', document, '--config', config, '--output-path', made],
      { timeout: PATIENCE_MS, env: { ...process.env, ...env } },
    );
    // Bytes that are no JSON, such as tiles and pictures, are all that it leaves out.
    expect(`${stdout}${stderr}`.match(/Unable to (?:process|parse) schema.*|conflicting.*|Could not find reference.*/g) ?? []).toEqual([]);
    expect(await use('python3', [join(clients, 'use_openapi_python_client.py'), made], env)).toEqual(DONE);
    const installed = join(folder, 'installed');
    await command('python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', installed, made);
    expect(await readdir(installed)).toContain('waymark_client');
  });

  it.runIf(all)('openapi-generator, python', { timeout: 3 * PATIENCE_MS }, async ({ skip }) => {
    const needed = await obtained(
      Promise.all([generatorJar(), pythonPackages(`python-runtime-${OPENAPI_GENERATOR.version}`, OPENAPI_GENERATOR.runtime)]),
    );
    if ('missing' in needed)
      return skip(`Java, Maven and Python 3 with pip, and access to Maven Central and PyPI are needed: ${needed.missing}`);
    const [jar, runtime] = needed.got;
    const made = join(folder, 'python');
    await command('java', '-jar', jar, 'generate', '-i', document, '-g', 'python', '-o', made);
    expect(await use('python3', [join(clients, 'use_openapi_generator.py'), made], { PYTHONPATH: runtime })).toEqual(DONE);
  });

  it.runIf(all)('openapi-generator, typescript-fetch', { timeout: 3 * PATIENCE_MS }, async ({ skip }) => {
    const jar = await obtained(generatorJar());
    if ('missing' in jar) return skip(`Java and Maven, and access to Maven Central are needed: ${jar.missing}`);
    const made = join(folder, 'typescript-fetch');
    await command(
      'java',
      '-jar',
      jar.got,
      'generate',
      '-i',
      document,
      '-g',
      'typescript-fetch',
      '-o',
      made,
      '--additional-properties=importFileExtension=.js',
    );
    await compile(made);
    expect(await use(process.execPath, [join(clients, 'use-typescript-fetch.mjs'), made])).toEqual(DONE);
  });
});
