import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const run = promisify(execFile);
/** Of one download, one generator or one compiler; each takes 20 s at most on a quiet machine. */
export const TIMEOUT_MS = 300_000;
const OPENAPI_GENERATOR = '7.15.0';
/** The imports of the Python client that openapi-generator makes. */
const PYTHON_RUNTIME = ['urllib3==2.8.0', 'python-dateutil==4.0.0', 'pydantic==2.14.4', 'typing-extensions==4.16.0', 'lazy-imports==1.2.0'];
const OPENAPI_PYTHON_CLIENT = 'openapi-python-client==0.29.1';
const OAPI_CODEGEN = 'v2.8.2';
/** Downloads are kept from run to run. */
const cache = join(repositoryRoot, 'node_modules/.cache/waymark-client-generators');

interface Output {
  stdout: string;
  stderr: string;
}
/** @throws Error with the command's output, when it fails */
export async function command(
  file: string,
  args: readonly string[],
  more: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Output> {
  const { cwd, env = {} } = more;
  try {
    return await run(file, args, { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as Partial<Output>;
    throw new Error(`${String(error).split('\n')[0]}\n${stderr.slice(-3000)}${stdout.slice(-3000)}`, { cause: error });
  }
}

/** Makes a folder of the cache; one that was made in part is never taken for a whole one. */
async function cached(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
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
    command('python3', ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder, ...packages]),
  );
export const pythonRuntime = (): Promise<string> => pythonPackages(`python-runtime-${OPENAPI_GENERATOR}`, PYTHON_RUNTIME);
export const openapiPythonClient = (): Promise<string> => pythonPackages(OPENAPI_PYTHON_CLIENT, [OPENAPI_PYTHON_CLIENT]);

/** The jar; Maven compares it with the registry's checksum. */
export async function openapiGenerator(): Promise<string> {
  const name = 'openapi-generator-cli';
  const folder = await cached(`openapi-generator-${OPENAPI_GENERATOR}`, async (begun) => {
    await command('java', ['-version']);
    const artifact = `-Dartifact=org.openapitools:${name}:${OPENAPI_GENERATOR}`;
    await command('mvn', ['--quiet', '--batch-mode', '--strict-checksums', 'dependency:copy', artifact, `-DoutputDirectory=${begun}`]);
  });
  return join(folder, `${name}-${OPENAPI_GENERATOR}.jar`);
}

/** The dependencies of a generated Java client, by its own pom.xml. */
export const javaRuntime = (project: string): Promise<string> =>
  cached(`java-runtime-${OPENAPI_GENERATOR}`, (folder) =>
    command(
      'mvn',
      [
        '--quiet',
        '--batch-mode',
        '--strict-checksums',
        'dependency:copy-dependencies',
        '-DincludeScope=compile',
        `-DoutputDirectory=${folder}`,
      ],
      { cwd: project },
    ),
  );

export async function oapiCodegen(): Promise<string> {
  const folder = await cached(`oapi-codegen-${OAPI_CODEGEN}`, (begun) =>
    command('go', ['install', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`], { env: { GOBIN: begun } }),
  );
  return join(folder, 'oapi-codegen');
}

/** Or the reason why not: what the test needs is not on this machine, or cannot be downloaded. */
export async function obtained<T>(what: Promise<T>): Promise<{ got: T } | { missing: string }> {
  return what.then(
    (got) => ({ got }),
    (error: unknown) => ({ missing: (error as Error).message.split('\n').slice(0, 3).join(' ') }),
  );
}
