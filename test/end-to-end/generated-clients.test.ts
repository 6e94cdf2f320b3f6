import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import {
  command,
  javaRuntime,
  oapiCodegen,
  obtained,
  openapiGenerator,
  openapiPythonClient,
  pythonRuntime,
  TIMEOUT_MS,
} from './generated-clients/tools.js';

const clients = join(repositoryRoot, 'test/end-to-end/generated-clients');
const module = (path: string): string => join(repositoryRoot, 'node_modules', path);

let space: TestSpace;
let stack: RunningStack;
let token: string;
let folder: string;
let document: string;

beforeAll(async () => {
  space = await createTestSpace('clients');
  stack = await startStack(space, { areas: 1, webhooks: 1 });
  token = await space.token({ workspaces: ['harbour'] });
  folder = await mkdtemp(join(tmpdir(), 'waymark-clients-'));
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${stack.url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } })).text());
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** A client's output after it has posted a value of each kind and a null, listed, read, polled, and created an area and a webhook. */
const DONE = {
  statuses: ['created', 'updated'],
  listed: true,
  fields: { battery: 81.5, state: { namespace: 'state', categoryName: 'loading' } },
  changes: [1, 2],
  area: ['North quay', 2],
  webhook: true,
};
async function expectDone(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const { stdout } = await command(file, [...args, stack.url, token, 'harbour'], { env });
  expect(JSON.parse(stdout)).toEqual(DONE);
}

/** For programs that end before better compiled code would be worth its cost. */
const SHORT_LIVED_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** Nothing here reads the documents and the empty tests that openapi-generator can write beside a client. */
const CLIENT_ALONE = 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false';

async function generate(jar: string, generator: string, ...options: string[]): Promise<string> {
  const made = join(folder, generator);
  const generation = ['generate', '-i', document, '-g', generator, '-o', made, '--global-property', CLIENT_ALONE];
  await command('java', [...SHORT_LIVED_JAVA, '-jar', jar, ...generation, ...options]);
  return made;
}

/** @param root a file of the folder: it is compiled with all its imports */
async function compileTypeScript(made: string, root: string): Promise<void> {
  await writeFile(join(made, 'package.json'), '{"type":"module"}');
  const options = [
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2022,dom',
    '--types',
    'node',
    '--skipLibCheck',
    '--ignoreConfig',
  ];
  await command(process.execPath, [module('typescript/bin/tsc'), ...options, '--outDir', made, join(made, root)], { cwd: repositoryRoot });
}

/** For the generators that take longest: `npm run test:all` skips them; `npm run test:deep` and a run of this file alone do not. */
const ONLY_DEEP = process.env['WAYMARK_TESTS'] === 'all';
const needed = (...what: string[]): string => `Not on this machine, or nothing can be downloaded; needed: ${what.join(', ')}.`;

describe('clients generated from /openapi.json post every kind of field, list, read, poll, and create an area and a webhook', () => {
  it('openapi-typescript with openapi-fetch', { timeout: 2 * TIMEOUT_MS }, async () => {
    const made = join(folder, 'openapi-typescript');
    await mkdir(made);
    await command(process.execPath, [module('openapi-typescript/bin/cli.js'), document, '-o', join(made, 'interface.d.ts')]);
    await copyFile(join(clients, 'use-openapi-typescript.ts.txt'), join(made, 'use.ts'));
    await compileTypeScript(made, 'use.ts');
    await expectDone(process.execPath, [join(made, 'use.js')]);
  });

  it('openapi-python-client', { timeout: 2 * TIMEOUT_MS }, async ({ skip }) => {
    const packages = await obtained(openapiPythonClient());
    if ('missing' in packages) return skip(`${needed('Python 3 with pip', 'PyPI')} ${packages.missing}`);
    const env = { PYTHONPATH: packages.got };
    const made = join(folder, 'python-client');
    // As docs/clients.md has it: the version of the interface is none of a Python package.
    const config = join(folder, 'config.yml');
    await writeFile(config, 'package_version_override: 1.0.0');
    const generation = ['-m', 'openapi_python_client', 'generate', '--path', document, '--config', config, '--output-path', made];
    const { stdout, stderr } = await command('python3', generation, { env });
    // It only leaves out bytes that are not JSON, such as tiles and pictures.
    expect(`${stdout}${stderr}`.match(/Unable to (?:process|parse) schema.*|conflicting.*|Could not find reference.*/g) ?? []).toEqual([]);
    await expectDone('python3', [join(clients, 'use_openapi_python_client.py'), made], env);
    const installed = join(folder, 'installed');
    await command('python3', ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', installed, made]);
    expect(await readdir(installed)).toContain('waymark_client');
  });

  it.skipIf(ONLY_DEEP)('openapi-generator, python', { timeout: 3 * TIMEOUT_MS }, async ({ skip }) => {
    const tools = await obtained(Promise.all([openapiGenerator(), pythonRuntime()]));
    if ('missing' in tools) return skip(`${needed('Java', 'Maven', 'Python 3 with pip', 'Maven Central', 'PyPI')} ${tools.missing}`);
    const [jar, runtime] = tools.got;
    const made = await generate(jar, 'python');
    await expectDone('python3', [join(clients, 'use_openapi_generator.py'), made], { PYTHONPATH: runtime });
  });

  it('openapi-generator, typescript-fetch', { timeout: 3 * TIMEOUT_MS }, async ({ skip }) => {
    const jar = await obtained(openapiGenerator());
    if ('missing' in jar) return skip(`${needed('Java', 'Maven', 'Maven Central')} ${jar.missing}`);
    const made = await generate(jar.got, 'typescript-fetch', '--additional-properties=importFileExtension=.js');
    await compileTypeScript(made, 'index.ts');
    await expectDone(process.execPath, [join(clients, 'use-typescript-fetch.mjs'), made]);
  });

  it('openapi-generator, java', { timeout: 3 * TIMEOUT_MS }, async ({ skip }) => {
    const jar = await obtained(openapiGenerator());
    if ('missing' in jar) return skip(`${needed('a Java JDK', 'Maven', 'Maven Central')} ${jar.missing}`);
    // Otherwise the client sends lists that were not set as empty ones, which a filter must not have.
    const packages = 'apiPackage=waymark.api,modelPackage=waymark.model,invokerPackage=waymark,containerDefaultToNull=true';
    const made = await generate(jar.got, 'java', '--library', 'native', `--additional-properties=${packages}`);
    const runtime = await obtained(javaRuntime(made));
    if ('missing' in runtime) return skip(`${needed('Maven Central')} ${runtime.missing}`);
    const sources = join(made, 'src/main/java');
    const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.java'));
    const list = join(made, 'sources.txt');
    await writeFile(list, [...files.map((file) => join(sources, file)), join(clients, 'UseJavaClient.java')].join('\n'));
    const classes = join(made, 'classes');
    const quickly = SHORT_LIVED_JAVA.map((option) => `-J${option}`);
    await command('javac', [...quickly, '-proc:none', '-nowarn', '-d', classes, '-cp', join(runtime.got, '*'), `@${list}`]);
    await expectDone('java', [...SHORT_LIVED_JAVA, '-cp', `${classes}:${join(runtime.got, '*')}`, 'UseJavaClient']);
  });

  it.skipIf(ONLY_DEEP)('oapi-codegen, Go', { timeout: 3 * TIMEOUT_MS }, async ({ skip }) => {
    const generator = await obtained(oapiCodegen());
    if ('missing' in generator) return skip(`${needed('Go 1.24 or newer', 'the Go module proxy')} ${generator.missing}`);
    const made = join(folder, 'go');
    await mkdir(join(made, 'waymark'), { recursive: true });
    const output = join(made, 'waymark/client.go');
    await command(generator.got, ['-generate', 'types,client', '-package', 'waymark', '-o', output, document]);
    expect(await readFile(output, 'utf8')).not.toContain('float32');
    await copyFile(join(clients, 'use_oapi_codegen.go'), join(made, 'main.go'));
    await writeFile(join(made, 'go.mod'), 'module client\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n');
    const runtime = await obtained(command('go', ['mod', 'tidy'], { cwd: made }));
    if ('missing' in runtime) return skip(`${needed('the Go module proxy')} ${runtime.missing}`);
    await command('go', ['build', '-o', 'use', '.'], { cwd: made });
    await expectDone(join(made, 'use'), []);
  });
});
