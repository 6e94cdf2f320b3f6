import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { agentSchema } from '../../src/configuration/agent-schema.js';

const image = mkdtempSync(join(tmpdir(), 'waymark-agent-image-'));
afterAll(() => rmSync(image, { recursive: true }));

/** The files that the last stage of the Dockerfile copies from the build. */
beforeAll(() => {
  const copied = [
    ...readFileSync(join(repositoryRoot, 'deploy/agent/Dockerfile'), 'utf8').matchAll(/^COPY --from=build \/waymark\/(\S+) (\S+)$/gm),
  ];
  expect(copied.length).toBe(2);
  for (const [, from, to] of copied)
    cpSync(join(repositoryRoot, from!), join(image, to === './' ? from! : to!), { recursive: true, dereference: true });
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--enable-source-maps', 'dist/services/agent.js', ...args], { cwd: image, encoding: 'utf8', env: {} });

it('the image contains everything that the agent needs, with every source', () => {
  const schema = run('schema');
  expect([schema.stderr, schema.status]).toEqual(['', 0]);
  expect(JSON.parse(schema.stdout)).toEqual(JSON.parse(JSON.stringify(agentSchema())));
});

it('the agent reports faults of its file with exit code 3 there', () => {
  const ran = run('run', '/none.yaml');
  expect([ran.status, ran.stderr]).toEqual([3, expect.stringContaining('/none.yaml cannot be read: ENOENT')]);
});

it('a Node.js without SQLite is reported as the fault, without a stack', () => {
  const ran = spawnSync(process.execPath, ['--no-experimental-sqlite', 'dist/services/agent.js', 'check'], {
    cwd: image,
    encoding: 'utf8',
    env: {},
  });
  expect([ran.status, ran.stderr]).toEqual([1, expect.stringMatching(/^The agent needs Node\.js 22\.13 or later[^\n]*\n$/)]);
});
