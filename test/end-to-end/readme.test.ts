import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const run = promisify(execFile);

/** The lines under a heading, as a newcomer pastes them; only the token and the address are ours. */
function pastedLines(heading: string): string {
  const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8');
  const block = new RegExp(`## ${heading}\\s+\`\`\`sh\\n([^]*?)\`\`\``).exec(readme)?.[1];
  if (block === undefined) throw new Error(`The README has no commands under "${heading}".`);
  return block;
}

let space: TestSpace;
let stack: RunningStack;

beforeAll(async () => {
  space = await createTestSpace('readme');
  stack = await startStack(space);
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

it("the README's lines do what they say", async () => {
  const token = await space.token({ workspaces: ['demo'] });
  const lines = pastedLines('Use it');
  expect(lines).toContain('npm run --silent token -- --workspace demo');
  // A mark before each command that prints, which separates the outputs; nothing waits between them.
  const script = lines
    .replace(/\$\(npm run --silent token[^)]*\)/, token)
    .replaceAll('http://localhost:8080', stack.url)
    .replace(/^(echo|curl)/gm, 'echo "==="\n$1');
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
  const outputs = stdout.split('===\n').slice(1);
  expect(outputs.length).toBe(3);
  const [posted, listed, changes] = outputs.map((output) => JSON.parse(output) as Record<string, Record<string, unknown>[]>);
  expect(posted!.results).toMatchObject([{ index: 0, externalId: 'forklift-7', status: 'created', revision: 1 }]);
  expect(listed!.objects).toMatchObject([{ externalId: 'forklift-7', title: 'Forklift 7', fields: { battery: { value: 87 } } }]);
  expect(changes!.changes).toMatchObject([{ externalId: 'forklift-7', revision: 1, type: 'waymark.object.created.v1' }]);
});

it("the operator's lines do what they say", { timeout: 180_000 }, async () => {
  const own = await createTestSpace('readme-operator', { directory: 'real' });
  const installation = await startStack(own, { directories: 1, areas: 1, webhooks: 1, reports: 1 });
  try {
    const made = await fetch(`${installation.directories[0]!.url}/operator/tokens`, {
      method: 'POST',
      headers: { 'x-waymark-internal': own.installation.secrets.internalToken, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'checkout', workspaces: [], scopes: ['operator'] }),
    });
    const { token } = (await made.json()) as { token: string };
    const lines = pastedLines('Operate it');
    const script = lines.replace(/\$\(npm run --silent token -- --operator\)/, token).replaceAll('http://localhost:8080', installation.url);
    expect(script).not.toContain('npm run');
    // A mark before each command, so that what each has written is known apart.
    const marked = script.replace(/^(npx|curl|export TOKEN)/gm, 'echo "=== $1"\n$1');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', marked], {
      cwd: repositoryRoot,
      env: { PATH: process.env.PATH, HOME: own.folder, WAYMARK_URL: installation.url },
    });
    const outputs = stdout.split(/=== (?:npx|curl|export TOKEN)\n/).slice(1);
    const [created, , posted, doctor, audit] = outputs as [string, string, string, string, string];
    expect(outputs.length).toBe(5);
    expect(created).toMatch(/The harbour/);
    expect((JSON.parse(posted) as { results: object[] }).results).toMatchObject([{ index: 0, externalId: 'crane-7', status: 'created' }]);
    expect(doctor).toMatch(/✓ +object-service\.migrations/);
    expect(doctor).not.toMatch(/^✗/m);
    expect(audit).toMatch(/workspace\.create/);
  } finally {
    await installation.close();
    await own.close();
  }
});
