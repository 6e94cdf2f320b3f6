import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const OBJECTS = 3000;
const KILLS = 12;
/** Moved by the call with this number. */
const ROUND = 300;

let space: TestSpace;
let stack: RunningStack;
let token: string;
const folder = mkdtempSync(join(tmpdir(), 'waymark-mirror-'));
const file = join(folder, 'mirror.db');
const mirrors: ChildProcess[] = [];

beforeAll(async () => {
  space = await createTestSpace('mirror', { workspaces: ['mine', 'theirs'] });
  stack = await startStack(space, { projections: 2 });
  token = await space.token({ workspaces: ['mine', 'theirs'], scopes: ['objects:write', 'objects:read', 'feed:read'] });
});
afterAll(async () => {
  for (const mirror of mirrors) mirror.kill('SIGKILL');
  await stack?.close();
  await space?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function post(group: string, numbers: readonly number[], call: number): Promise<void> {
  const elements = numbers.map((n) => ({
    externalId: `${group}-${n}`,
    locationUpdate: { newPosition: { lat: (n % 80) + call / 1000, lon: 7 } },
    fieldValues: [{ type: 'Number', field: 'call', value: call }],
  }));
  const answer = await fetch(`${stack.url}/groups/${group}/externalObjects`, {
    method: 'POST',
    body: JSON.stringify(elements),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  // 202: the service took longer than a call waits.
  expect([200, 202]).toContain(answer.status);
}

function startMirror(): { kill: () => Promise<void>; errors: () => string } {
  const child = spawn(process.execPath, ['--no-warnings', 'examples/mirror-workspace.mjs', stack.url, 'mine', file], {
    env: { ...process.env, WAYMARK_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  mirrors.push(child);
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = once(child, 'exit');
  return { errors: () => errors, kill: async () => void (child.kill('SIGKILL'), await ended) };
}

interface Mirrored {
  externalId: string;
  revision: number;
  position: unknown;
  fields: unknown;
}
const shown = ({ externalId, revision, position, fields }: Mirrored): Mirrored => ({ externalId, revision, position, fields });

function mirrored(): Mirrored[] {
  if (!existsSync(file)) return [];
  // Opened to be written: what a kill left half done is rolled back.
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    // Killed before it had begun.
    if (database.prepare(`select 1 from sqlite_master where name = 'place'`).get() === undefined) return [];
    return database
      .prepare('select state from object order by externalId')
      .all()
      .map(({ state }) => shown(JSON.parse(state as string) as Mirrored));
  } finally {
    database.close();
  }
}

async function source(): Promise<Mirrored[]> {
  const all: Mirrored[] = [];
  for (let next: string | null = '/groups/mine/externalObjects?limit=1000'; next !== null;) {
    const page = (await (await fetch(stack.url + next, { headers: { authorization: `Bearer ${token}` } })).json()) as {
      objects: Mirrored[];
      next: string | null;
    };
    all.push(...page.objects.map(shown));
    next = page.next;
  }
  return all;
}

it('the example mirror, killed at random while objects change, equals its source in the end', { timeout: 180_000 }, async () => {
  const numbers = Array.from({ length: OBJECTS }, (_, n) => n);
  for (let at = 0; at < OBJECTS; at += 1000) await post('mine', numbers.slice(at, at + 1000), 0);
  let writing = true;
  const writer = (async () => {
    for (let call = 1; writing; call++) {
      const start = (call * ROUND) % OBJECTS;
      await Promise.all([post('mine', numbers.slice(start, start + ROUND), call), post('theirs', numbers.slice(0, 50), call)]);
    }
  })();
  const held: number[] = [];
  writer.catch(() => undefined);
  // On a busy machine the snapshot takes a few lives more.
  for (let kill = 0; kill < KILLS || (held.at(-1)! < OBJECTS && kill < 6 * KILLS); kill++) {
    const mirror = startMirror();
    // Some die in the snapshot, some in the feed.
    await sleep((150 + Math.random() * (kill < 4 ? 300 : 1200)) * Math.max(1, kill / KILLS));
    await mirror.kill();
    held.push(mirrored().length);
    expect(mirror.errors()).toBe('');
  }
  writing = false;
  await writer;
  const last = startMirror();
  // The source itself lags a little behind the posted changes.
  await vi.waitFor(async () => expect(mirrored()).toEqual(await source()), { timeout: 60_000, interval: 500 });
  await last.kill();
  expect(last.errors()).toBe('');
  // It was killed in the middle of its work, not before or after it.
  expect(held.at(-1)).toBe(OBJECTS);
});
