import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '#contracts/directory/scopes.js';
import { mintToken } from '#identity/token-minting.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '#stack/services/service-environment.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const run = promisify(execFile);
/** Its requests are those of a person, whom the real directory knows; the others are of machines. */
const OF_PERSON = 'boards.md';
/** Pages of docs/ whose requests are run, each in a separate workspace. */
const PAGES: readonly { name: string; workspace: string; scopes: Scope[] }[] = [
  { name: 'posting.md', workspace: 'fleet', scopes: ['objects:write', 'objects:read'] },
  { name: 'reading.md', workspace: 'demo', scopes: ['objects:write', 'objects:read', 'feed:read'] },
  { name: 'webhooks.md', workspace: 'hooks', scopes: ['webhooks:admin'] },
  { name: 'reports.md', workspace: 'reports', scopes: ['objects:write', 'reports:read'] },
  { name: 'areas.md', workspace: 'yards', scopes: ['areas:write', 'objects:write', 'objects:read', 'feed:read'] },
  { name: 'history.md', workspace: 'demohistory', scopes: ['objects:write', 'objects:read'] },
  { name: 'retention.md', workspace: 'yard', scopes: ['objects:write', 'objects:read', 'objects:erase', 'holds:admin', 'retention:admin'] },
  { name: OF_PERSON, workspace: 'quays', scopes: [] },
  { name: 'search.md', workspace: 'depot', scopes: ['objects:write', 'objects:read', 'feed:read'] },
];
/** A command and what it printed. */
const RECORDED = /```sh\n([^]*?)```\n\n```(json|text)\n([^]*?)```/g;
/** A command that may run again: it changes nothing. */
const isRead = (command: string): boolean => !/ -X| -d '/.test(command);
/** For what a change is followed by: other services read it later. */
const MAX_MS = 20_000;
/** With it the page is rewritten with the answers that differ. */
const isRecording = process.env.RECORD === '1';

let space: TestSpace;
let stack: RunningStack;

beforeAll(async () => {
  space = await createTestSpace('recorded-docs', { workspaces: PAGES.map(({ workspace }) => workspace) });
  stack = await startStack(space, { directories: 1, areas: 1, webhooks: 1, reports: 1 });
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

/** Of somebody with the role admin, who is made. */
async function personToken(workspace: string): Promise<string> {
  const directory = async (method: string, path: string, body: object): Promise<{ id: string; subject: string }> => {
    const answer = await fetch(stack.directories[0]!.url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken, 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; subject: string };
  };
  await directory('POST', '/operator/workspaces', { id: workspace });
  const { id, subject } = await directory('POST', '/operator/people', { email: 'ada@example.org', name: 'Ada', operator: false });
  await directory('PUT', `/operator/people/${id}/workspaces/${workspace}`, { role: 'admin' });
  return mintToken(space.keys.privateJwk, {
    tokenId: randomUUID(),
    subject,
    roles: { [workspace]: 'admin' },
    operator: false,
    issuedAt: Date.now() / 1000,
    expiresInSeconds: 600,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
  });
}

const printed = (language: string, text: string): string => (language === 'json' ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text);
/** Replaces the parts that differ each time. */
const steady = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27,}/g, 'UUID')
    .replace(/("(?:requestId|eventId)":\s*)"[^"]*"/g, '$1"ID"')
    .replace(/whsec_[\w+/=]+/g, 'SECRET')
    .replace(/("(?:id|durationMs)":\s*)"?\d+"?/g, '$1NUMBER')
    .replace(/[\w-]{40,}/g, 'CURSOR')
    // True as well where nobody has looked at the end of the feed for half a second: the next page is empty.
    .replace(/("more":\s*)(true|false)/g, '$1BOOLEAN');

it.each(PAGES)('every request of docs/$name is answered as documented', { timeout: 180_000 }, async ({ name, workspace, scopes }) => {
  const page = join(repositoryRoot, 'docs', name);
  const token = name === OF_PERSON ? await personToken(workspace) : await space.token({ workspaces: [workspace], scopes });
  const text = readFileSync(page, 'utf8');
  const answers: string[] = [];
  const env = { ...process.env, WAYMARK: stack.url, TOKEN: token };
  for (const [, command, language, recorded] of text.matchAll(RECORDED)) {
    const ask = async (): Promise<string> => printed(language!, (await run('bash', ['-euo', 'pipefail', '-c', command!], { env })).stdout);
    const isLast = Date.now() + MAX_MS;
    // `grep` fails where nothing is found yet.
    let answer = await ask().catch((error: Error) => error);
    while (!isRecording && isRead(command!) && (answer instanceof Error || steady(answer) !== steady(recorded!)) && Date.now() < isLast) {
      await sleep(500);
      answer = await ask().catch((error: Error) => error);
    }
    if (answer instanceof Error) throw answer;
    answers.push(answer);
    // The next one reads what this one wrote.
    if (answers.length === 1) await sleep(1000);
  }
  expect(answers.length).toBeGreaterThan(5);
  if (isRecording)
    writeFileSync(
      page,
      text.replace(RECORDED, (all, command: string, language: string, before: string) => {
        const answer = answers.shift()!;
        return steady(answer) === steady(before) ? all : `\`\`\`sh\n${command}\`\`\`\n\n\`\`\`${language}\n${answer}\`\`\``;
      }),
    );
  const recorded = [...text.matchAll(RECORDED)].map(([, , , answer]) => answer!);
  const hint =
    'If the new answers are right, write them into the page: ' +
    `RECORD=1 npx vitest run --project stack test/end-to-end/recorded-docs.test.ts -t ${name}`;
  if (!isRecording) expect(answers.map(steady), hint).toEqual(recorded.map(steady));
});
