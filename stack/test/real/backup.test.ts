import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import { SmallDisk } from '../../../test/faults/world/small-disk.js';
import { InstallationUnderTest, START_TIMEOUT_MS } from './installation-under-test.js';

const canMount = await SmallDisk.possible();

interface Line {
  externalId: string;
  revision: number;
  type: string;
}

/** Calls of one workspace. */
class Caller {
  constructor(
    private readonly waymark: InstallationUnderTest,
    readonly token: string,
  ) {}

  fetch(path: string, init: RequestInit = {}, token = this.token): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.waymark.environment.WAYMARK_PORT}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
  }

  async post(ids: readonly string[], lat: number, { isAsync = false } = {}): Promise<void> {
    const body = ids.map((externalId) => ({
      externalId,
      locationUpdate: { newPosition: { lat, lon: 7 } },
      initialExternalObject: { title: externalId },
    }));
    const answer = await this.fetch('/groups/demo/externalObjects', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: isAsync ? { prefer: 'respond-async' } : {},
    });
    expect(answer.status, await answer.text()).toBe(isAsync ? 202 : 200);
  }

  async erase(id: string, { isAsync = false } = {}): Promise<void> {
    const answer = await this.fetch(`/groups/demo/externalObjects/${id}`, {
      method: 'DELETE',
      headers: isAsync ? { prefer: 'respond-async' } : {},
    });
    expect(answer.status, await answer.text()).toBe(isAsync ? 202 : 200);
  }

  async object(id: string): Promise<{ status: number; revision?: number; position?: { lat: number } }> {
    const answer = await this.fetch(`/groups/demo/externalObjects/${id}`);
    return { ...((await answer.json()) as object), status: answer.status };
  }

  /** Reads the whole feed. */
  async feed(): Promise<{ lines: Line[]; cursor: string }> {
    const lines: Line[] = [];
    for (let cursor = 'earliest'; ;) {
      const page = (await (await this.fetch(`/groups/demo/changes?cursor=${cursor}`)).json()) as {
        changes: Line[];
        cursor: string;
        more: boolean;
      };
      lines.push(...page.changes);
      cursor = page.cursor;
      if (!page.more) return { lines, cursor };
    }
  }
}

const ids = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}`);

describe('waymark backup and restore', { timeout: START_TIMEOUT_MS }, () => {
  let folder: string;
  let walArchive: string;
  let key: string;
  let file: string;
  let source: InstallationUnderTest;
  let target: InstallationUnderTest;
  let from: Caller;
  let to: Caller;
  let revoked: string;
  let cursorAtBackup: string;
  let cursorAtEnd: string;
  let linesAtBackup: Line[];
  let moment: Date;
  /** Objects whose updates were acknowledged during the backup. */
  const during: string[] = [];

  let operatorToken: string;
  const operator = (caller: Caller, path: string, init: RequestInit = {}) =>
    caller.fetch(`/operator/workspaces${path}`, init, operatorToken);
  const inSource = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: source.services.databaseUrl });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waymark-backup-'));
    walArchive = join(folder, "wal's");
    key = join(folder, 'key');
    file = join(folder, 'one.backup');
    await mkdir(walArchive, { mode: 0o777 });
    // If root starts the database, it runs as another user.
    await Promise.all([folder, walArchive].map((path) => chmod(path, 0o777)));
    [source, target] = await Promise.all([
      InstallationUnderTest.create({ environment: { WAYMARK_WAL_ARCHIVE: walArchive, DELETE_GRACE_DAYS: '0' } }),
      InstallationUnderTest.create(),
    ]);
    const started = await source.run('start', '--detach');
    expect(started.exitCode, started.all).toBe(0);
    operatorToken = (await source.run('token', '--operator')).stdout.trim();
    from = new Caller(source, (await source.run('token', '--workspace', 'demo')).stdout.trim());
    to = new Caller(target, from.token);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([source.destroy(), target.destroy()]);
    await rm(folder, { recursive: true, force: true });
  }, START_TIMEOUT_MS);

  it('makes a backup while updates come in, and reads it again', async () => {
    await from.post(ids('before', 200), 50);
    await from.post(ids('before', 200), 51);
    await from.post(['gone-early', 'gone-late', 'back-again', 'back-while-waiting'], 50);
    await from.erase('gone-early');
    const made = (await (
      await from.fetch('/groups/demo/tokens', { method: 'POST', body: JSON.stringify({ name: 'lost', scopes: ['objects:read'] }) })
    ).json()) as { id: string; token: string };
    revoked = made.token;
    expect((await from.fetch(`/groups/demo/tokens/${made.id}`, { method: 'DELETE' })).status).toBeLessThan(300);
    await expect.poll(async () => (await from.feed()).lines.filter(({ externalId }) => externalId.startsWith('before')).length).toBe(400);
    ({ cursor: cursorAtBackup, lines: linesAtBackup } = await from.feed());

    await operator(from, '', { method: 'POST', body: JSON.stringify({ id: 'dismissed', name: 'dismissed', plan: 'free' }) });
    expect((await source.waymark('backup', '--new-key', key)).exitCode).toBe(0);
    // These are acknowledged and only applied after the backup, so they are only on the topic.
    process.kill(source.record('object-service').pid, 'SIGSTOP');
    await from.post(ids('waiting', 50), 52, { isAsync: true });
    await from.post(['gone-after-waiting'], 52, { isAsync: true });
    await from.erase('back-while-waiting', { isAsync: true });
    await from.post(['back-while-waiting'], 52, { isAsync: true });
    const making = source.waymark('backup', file, '--key-file', key);
    let isMade = false;
    void making.then(() => (isMade = true));
    for (let n = 0; !isMade; n++) {
      await from.post([`during-${n}`], 53, { isAsync: true });
      during.push(`during-${n}`);
      await sleep(20);
    }
    process.kill(source.record('object-service').pid, 'SIGCONT');
    const { exitCode, all } = await making;
    expect(exitCode, all).toBe(0);
    expect(all).toContain('It was read again and is whole.');
    expect((await readdir(folder)).sort()).toEqual(['key', 'one.backup', "wal's"]);
    // The service was suspended for longer than a session during the backup.
    await expect.poll(async () => (await from.object(during.at(-1)!)).status, { timeout: 60_000 }).toBe(200);
  });

  it('erases and writes more after the backup, and archives its WAL', async () => {
    expect((await operator(from, '/dismissed', { method: 'DELETE' })).status).toBe(200);
    await from.erase('gone-late');
    await from.erase('gone-after-waiting');
    await from.erase('back-again');
    await from.post(['back-again'], 54);
    await from.post(['before-the-moment'], 54);
    await sleep(1100);
    moment = new Date();
    await sleep(1100);
    await from.post(['after-the-moment'], 54);
    // The feed keeps the order of each object, not between objects of different partitions.
    await expect.poll(async () => (await from.feed()).lines.map((line) => line.externalId)).toContain('after-the-moment');
    ({ cursor: cursorAtEnd } = await from.feed());
    const [{ file: last }] = (await inSource<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')) as [{ file: string }];
    await expect.poll(async () => readdir(walArchive), { timeout: 30_000 }).toContain(`${last}.gz`);
  });

  it('explains a wrong key, a cut file, a changed file, and a folder in use', async () => {
    const other = join(folder, 'other-key');
    const cut = join(folder, 'cut.backup');
    await target.waymark('backup', '--new-key', other);
    const wrong = await target.waymark('backup', file, '--verify', '--key-file', other);
    expect([wrong.exitCode, wrong.all]).toEqual([1, expect.stringContaining('Use the key file it was made with') as string]);
    await copyFile(file, cut);
    await truncate(cut, 1_000_000);
    const short = await target.waymark('backup', cut, '--verify', '--key-file', key);
    expect([short.exitCode, short.all]).toEqual([1, expect.stringContaining('cut short') as string]);
    const failed = await target.waymark('restore', cut, '--key-file', key);
    expect([failed.exitCode, failed.all]).toEqual([1, expect.stringContaining('cut short') as string]);
    expect(existsSync(join(target.data, 'postgres'))).toBe(false);
    const running = await source.waymark('restore', file, '--key-file', key, '--replace');
    expect([running.exitCode, running.all]).toEqual([1, expect.stringContaining('End it first by: npm stop') as string]);
    const twice = await source.waymark('backup', file, '--key-file', key);
    expect([twice.exitCode, twice.all]).toEqual([1, expect.stringContaining('never overwritten') as string]);
    const nobody = await target.waymark('backup', join(folder, 'two.backup'), '--key-file', key);
    expect([nobody.exitCode, nobody.all]).toEqual([1, expect.stringContaining('Start it by npm start') as string]);
  });

  it.runIf(canMount)('says that the disk of a backup is full, leaves nothing on it, and the installation goes on', async () => {
    const disk = await SmallDisk.mount(join(folder, 'small'), 2);
    try {
      const full = join(disk.outside, 'full.backup');
      const { exitCode, all } = await source.waymark('backup', full, '--key-file', key);
      expect([exitCode, all]).toEqual([1, expect.stringContaining(`The disk of ${full}.part is full.`) as string]);
      expect(all).toContain('make room, or name a file on another disk');
      expect(await readdir(disk.outside)).toEqual([]);
    } finally {
      await disk.close();
    }
    // A remaining slot would retain the WAL until the disk is full. It ends with its server process, which may end later than ours.
    await expect.poll(() => inSource('select slot_name from pg_replication_slots'), { timeout: 30_000 }).toEqual([]);
    await from.post(['behind-the-full-disk'], 54);
    await expect.poll(() => from.object('behind-the-full-disk')).toMatchObject({ status: 200, position: { lat: 54 } });
  });

  it('continues elsewhere from the backup, with commands that were acknowledged and not applied yet', async () => {
    const erasures = join(source.data, 'erasures.ndjson');
    // The directory removes workspaces every minute, and when it starts.
    process.kill(source.record('directory-service').pid, 'SIGKILL');
    await expect
      .poll(() => readFile(erasures, 'utf8'), { timeout: 90_000, interval: 500 })
      .toContain('"workspace":"dismissed","deletedAt"');
    const restored = await target.waymark('restore', file, '--key-file', key, '--erasures', erasures);
    expect(restored.exitCode, restored.all).toBe(0);
    const again = await target.waymark('restore', file, '--key-file', key);
    expect([again.exitCode, again.all]).toEqual([1, expect.stringContaining('holds an installation') as string]);
    const started = await target.run('start', '--detach');
    expect(started.exitCode, started.all).toBe(0);
    // Before that, nobody can read.
    for (const id of ['gone-early', 'gone-late', 'gone-after-waiting', 'back-again'])
      expect([id, (await to.object(id)).status]).toEqual([id, 404]);
    // The workspace is unavailable from the start on, and is removed within a minute.
    const dismissed = await operator(to, '/dismissed');
    if (dismissed.status !== 404) expect(await dismissed.json()).toMatchObject({ status: 'deleting' });
    // The object was erased and created again by commands that were not applied yet.
    await expect.poll(() => to.object('back-while-waiting')).toMatchObject({ status: 200, position: { lat: 52 } });
    const areThere = async (all: readonly string[]) =>
      (await Promise.all(all.map((id) => to.object(id)))).map(({ status }) => status === 200);
    await expect.poll(async () => (await areThere(ids('waiting', 50))).every(Boolean)).toBe(true);
    for (const id of ids('waiting', 50)) expect(await to.object(id)).toMatchObject({ status: 200, revision: 1, position: { lat: 52 } });
    for (const id of ids('before', 200)) expect(await to.object(id)).toMatchObject({ status: 200, revision: 2, position: { lat: 51 } });
    // Of the changes during the backup, all up to one of them exist, and none after it.
    const firstOnly = (there: boolean[]) => String(there) === String(there.toSorted((a, b) => Number(b) - Number(a)));
    await expect.poll(async () => firstOnly(await areThere(during))).toBe(true);
    expect((await to.object('before-the-moment')).status).toBe(404);
    expect((await to.fetch('/groups/demo/externalObjects', {}, revoked)).status).toBe(401);
  });

  it('has the same history, and a feed whose cursors continue or are refused', async () => {
    const history = async (caller: Caller) =>
      (await (await caller.fetch('/groups/demo/externalObjects/before-7/history')).json()) as unknown;
    expect(await history(to)).toEqual(await history(from));
    const { lines } = await to.feed();
    const named = ({ externalId, revision }: Line) => `${externalId} ${revision}`;
    const kept = (all: Line[]) =>
      all
        .map(named)
        .filter((line) => line.startsWith('before-'))
        .sort();
    expect(kept(lines)).toEqual(kept(linesAtBackup));
    const page = (await (await to.fetch(`/groups/demo/changes?cursor=${cursorAtBackup}`)).json()) as { changes: Line[] };
    const shown = new Set(page.changes.map(named));
    for (const id of ids('waiting', 50)) expect(shown).toContain(`${id} 1`);
    const ahead = await to.fetch(`/groups/demo/changes?cursor=${cursorAtEnd}`);
    if (ahead.status !== 410) expect([ahead.status, ((await ahead.json()) as { changes: Line[] }).changes]).toEqual([200, []]);
  });

  it('takes updates, and is backed up in its turn', async () => {
    await to.post(['before-1', 'gone-late'], 55);
    await expect.poll(() => to.object('before-1')).toMatchObject({ revision: 3, position: { lat: 55 } });
    const made = await target.waymark('backup', folder, '--key-file', key, '--json');
    expect(made.exitCode, made.all).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ summary: { timeline: 2 } });
    await expect.poll(async () => (await operator(to, '/dismissed')).status, { timeout: 90_000 }).toBe(404);
  });

  it('recovers up to a chosen moment with the archived WAL', async () => {
    const data = join(folder, 'until');
    const restore = (until: Date, ...more: string[]) =>
      source.waymark('restore', file, '--key-file', key, '--data', data, '--until', until.toISOString(), ...more);
    const early = await restore(new Date(Date.parse('2020-01-01')));
    expect([early.exitCode, early.all]).toEqual([1, expect.stringContaining('Use an older backup') as string]);
    const late = await restore(new Date(Date.now() + 3_600_000));
    expect([late.exitCode, late.all]).toEqual([1, expect.stringContaining('The last transaction in it is of') as string]);
    const none = await target.waymark('restore', file, '--key-file', key, '--data', data, '--until', moment.toISOString());
    expect([none.exitCode, none.all]).toEqual([1, expect.stringContaining('--wal-archive') as string]);
    await mkdir(join(data, 'kafka'), { recursive: true });
    await writeFile(join(data, 'kafka/old'), '');
    const done = await restore(moment, '--replace');
    expect(done.exitCode, done.all).toBe(0);
    expect(await readdir(data)).toEqual(expect.arrayContaining([expect.stringMatching(/^before-restore-/)]));

    const { databasePassword: password } = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8')) as { databasePassword: string };
    const [port] = (await freePorts(1)) as [number];
    const database = await ServerProcess.start(
      await prepareDatabase({ directory: join(data, 'postgres'), logFile: join(folder, 'until.log'), port, password }),
    );
    const client = new pg.Client({ connectionString: databaseUrl({ port, password }) });
    try {
      await client.connect();
      const { rows } = await client.query<{ id: string; erased: boolean }>(
        "select external_id as id, state->>'erased' is not null as erased from objects.object where external_id = any($1)",
        [['before-the-moment', 'after-the-moment', 'gone-late', during.at(-1)]],
      );
      expect(new Map(rows.map(({ id, erased }) => [id, erased]))).toEqual(
        new Map([
          ['before-the-moment', false],
          ['gone-late', true],
          [during.at(-1), false],
        ]),
      );
    } finally {
      await client.end();
      await database.stop();
    }
  });
});
