import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import { Random } from '#testing/workload/random.js';
import { OwnServer } from './world/own-server.js';
import { hasCompiler } from './world/preloaded-library.js';
import { UndoJournals, type UndoneWrites } from './world/undo-journals.js';

const CUTS = 3;
const ROWS = 40;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
});

/** Starts a server that writes its pages early, and syncs only on commit and at the end of each recovery. */
async function startDatabase(more: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-undo-'));
  ends.push(() => rm(folder, { recursive: true }));
  const [port] = (await freePorts(1)) as [number];
  const directory = join(folder, 'database');
  const options = { directory, logFile: join(folder, 'database.log'), port, password: 'undo', sizes: { sharedBuffersMiB: 1 }, more };
  const command = await prepareDatabase(options);
  const journals = await UndoJournals.of(directory);
  const server = await OwnServer.start(dieWithParent(journals.wrap(command)));
  ends.push(() => server.stop());
  return { server, journals, directory, url: databaseUrl(options) };
}

async function ask(url: string, statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Outcome {
  /** The rows, or the reason why the server cannot return them after a cut. */
  rows: Record<string, unknown> | string;
  cuts: UndoneWrites[];
}

/** Commits rows one by one and cuts the power, again and again. */
async function cutPower(more: Readonly<Record<string, string>>): Promise<Outcome> {
  const { server, journals, directory, url } = await startDatabase(more);
  const random = new Random(20_261_126);
  const cuts: UndoneWrites[] = [];
  await ask(url, 'create table kept (cut int, n int, filler text)');
  try {
    for (let cut = 0; cut < CUTS; cut++) {
      for (let n = 0; n < ROWS; n++) await ask(url, `insert into kept values ($1, $2, repeat('x', 3000))`, [cut, n]);
      await server.kill();
      cuts.push(await journals.losePower(random));
      // With an empty lock file the server would not start, which proves nothing about the data.
      if (more['fsync'] === 'off') await rm(join(directory, 'postmaster.pid'), { force: true });
      await server.start();
    }
    return { rows: (await ask(url, 'select count(*)::int as rows, count(distinct (cut, n))::int as different from kept'))[0]!, cuts };
  } catch (error) {
    if (cuts.length === 0) throw error;
    return { rows: String(error), cuts };
  }
}

describe.skipIf(!hasCompiler)('power cuts of PostgreSQL (skipped without a C compiler, needed to record what is on the disk)', () => {
  it('undo writes of pages, and nothing that was committed', { timeout: 180_000 }, async () => {
    const { rows, cuts } = await cutPower({});
    expect(rows).toEqual({ rows: CUTS * ROWS, different: CUTS * ROWS });
    for (const { unsynced, undone } of cuts) expect(Math.min(unsynced, undone)).toBeGreaterThan(0);
  });

  it('lose commits, or the whole database, when PostgreSQL syncs nothing', { timeout: 300_000 }, async () => {
    const { rows } = await cutPower({ fsync: 'off' });
    process.stdout.write(`without fsync: ${JSON.stringify(rows).slice(0, 1000)}\n`);
    expect(rows).not.toEqual({ rows: CUTS * ROWS, different: CUTS * ROWS });
  });
});
