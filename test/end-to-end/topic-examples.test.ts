import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { JARS_FOLDER } from '#stack/settings/stack-settings.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const run = promisify(execFile);
const example = (name: string): string => join(repositoryRoot, 'examples', name);
/** Ignored by git, and kept between runs. */
const cache = join(repositoryRoot, 'node_modules/.cache/waymark-examples');

let space: TestSpace;
let stack: RunningStack;
let token: string;
let consumer: ChildProcess | undefined;

async function post(group: string, elements: object[]): Promise<void> {
  const answer = await fetch(`${stack.url}/groups/${group}/externalObjects`, {
    method: 'POST',
    body: JSON.stringify(elements),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  expect(answer.status, await answer.text()).toBe(200);
}

const at = (externalId: string, lat: number): object => ({ externalId, locationUpdate: { newPosition: { lat, lon: 7 } } });

beforeAll(async () => {
  space = await createTestSpace('topic-examples', { workspaces: ['mine', 'theirs'] });
  stack = await startStack(space, { projections: 0 });
  token = await space.token({ workspaces: ['mine', 'theirs'] });
  await post('mine', [at('crane-1', 1), at('crane-ä/2', 1), at('crane-1', 2)]);
  await post('theirs', [at('truck-1', 1)]);
});
afterAll(async () => {
  consumer?.kill('SIGKILL');
  await stack?.close();
  await space?.close();
});

/** The example's output until it has the expected number of lines; then it must end by itself on SIGTERM. */
async function linesOf(file: string, parameters: readonly string[], group: string, count: number): Promise<string[]> {
  const environment = {
    ...process.env,
    KAFKA_BROKERS: space.brokers.join(','),
    TOPIC: `${space.prefix}object.events`,
    GROUP: `${space.prefix}${group}`,
  };
  const child = (consumer = spawn(file, parameters, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] }));
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await expect.poll(() => (child.exitCode === null ? output.split('\n').length - 1 : errors), { timeout: 100_000 }).toBe(count);
  child.kill('SIGTERM');
  // 143: Java ends so after its shutdown hooks.
  expect([0, 143]).toContain(await ended);
  return output.trimEnd().split('\n').sort();
}

/** Both workspaces: a consumer of a topic sees everything. */
const EXPECTED = [
  ['waymark.object.created.v1', 'mine', 'crane-1', 1],
  ['waymark.object.updated.v1', 'mine', 'crane-1', 2],
  ['waymark.object.created.v1', 'mine', 'crane-ä/2', 1],
  ['waymark.object.created.v1', 'theirs', 'truck-1', 1],
] as const;
const byIdAndRevision = (rows: readonly (readonly unknown[])[]) =>
  [...rows].sort((a, b) => `${a[2] as string}@${a[3] as number}`.localeCompare(`${b[2] as string}@${b[3] as number}`));
const fromJson = (lines: readonly string[]) =>
  byIdAndRevision(
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ type, workspace, externalId, revision }) => [type, workspace, externalId, revision]),
  );

describe('the consumers of examples/', () => {
  it('TypeScript, kafkajs', { timeout: 120_000 }, async () => {
    const source = readFileSync(example('consume-topics.ts'), 'utf8');
    const { code } = await transform(source, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } });
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'consume-topics.mjs'), code);
    const lines = await linesOf(process.execPath, [join(cache, 'consume-topics.mjs')], 'typescript', EXPECTED.length);
    expect(fromJson(lines)).toEqual(byIdAndRevision(EXPECTED));
  });

  it('Python, confluent-kafka', { timeout: 180_000 }, async ({ skip }) => {
    const python = await pythonWithKafka().catch((error: Error) => error);
    if (python instanceof Error) return skip(`No python3 with confluent-kafka: ${python.message.split('\n')[0]}`);
    const lines = await linesOf(python, [example('consume_topics.py')], 'python', EXPECTED.length);
    expect(fromJson(lines)).toEqual(byIdAndRevision(EXPECTED));
  });

  it('Java, kafka-clients', { timeout: 120_000 }, async () => {
    const parameters = [
      '-XX:TieredStopAtLevel=1',
      '-Dfile.encoding=UTF-8',
      '-Dstdout.encoding=UTF-8',
      '-cp',
      join(JARS_FOLDER, '*'),
      example('ConsumeTopics.java'),
    ];
    const lines = await linesOf('java', parameters, 'java', EXPECTED.length);
    const rows = lines
      .map((line) => line.split('\t'))
      .map(([type, workspace, externalId, revision]) => [type, workspace, externalId, Number(revision)]);
    expect(byIdAndRevision(rows)).toEqual(byIdAndRevision(EXPECTED));
  });
});

/**
 * A python3 that has confluent-kafka: that of the machine, else a virtual environment that is made once. @throws Error
 * where neither can be had
 */
async function pythonWithKafka(): Promise<string> {
  const hasKafka = (python: string) => run(python, ['-c', 'import confluent_kafka'], { timeout: 20_000 });
  if (
    await hasKafka('python3').then(
      () => true,
      () => false,
    )
  )
    return 'python3';
  const folder = join(cache, 'python');
  const python = join(folder, 'bin/python');
  if (!existsSync(python)) await run('python3', ['-m', 'venv', folder], { timeout: 40_000 });
  await hasKafka(python).catch(() =>
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:', 'confluent-kafka'], {
      timeout: 60_000,
    }),
  );
  return python;
}
