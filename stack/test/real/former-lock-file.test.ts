import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';

describe('the lock file of the embedded database', () => {
  let folder: string;
  let options: Parameters<typeof prepareDatabase>[0];
  let file: string;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waymark-lock-file-'));
    const [port] = (await freePorts(1)) as [number];
    const directory = join(folder, 'postgres');
    options = { directory, logFile: join(folder, 'database.log'), port, password: 'lock' };
    file = join(directory, 'postmaster.pid');
    await start();
    await ask('create table kept as select 1 as n');
  });

  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    server = await ServerProcess.start(await prepareDatabase(options));
  }

  async function stop(): Promise<void> {
    await server?.stop();
    server = undefined;
  }

  async function ask(statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: databaseUrl(options) });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function leave(text: string, { beforeBoot }: { beforeBoot: boolean }): Promise<void> {
    await writeFile(file, text, { mode: 0o600 });
    const written = Date.now() / 1_000 - (beforeBoot ? uptime() + 60 : 0);
    await utimes(file, written, written);
  }

  it('is removed when it is empty and from before the boot', async () => {
    await stop();
    await leave('', { beforeBoot: true });
    await start();
    expect(await ask('select n from kept')).toEqual([{ n: 1 }]);
  });

  it('is removed when it is from before the boot and another program has the number of its process', async () => {
    await stop();
    await leave(`${process.pid}\n${options.directory}\n`, { beforeBoot: true });
    await start();
    expect(await ask('select n from kept')).toEqual([{ n: 1 }]);
  });

  it('stays when it is empty and was written since the boot, and the refusal says what to do', async () => {
    await stop();
    await leave('', { beforeBoot: false });
    await expect(prepareDatabase(options)).rejects.toThrow(/postmaster\.pid, is empty.*delete the file/);
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('stays when its server runs, whatever its age', async () => {
    const lock = await readFile(file, 'utf8');
    await leave(lock, { beforeBoot: true });
    await prepareDatabase(options);
    expect(await readFile(file, 'utf8')).toBe(lock);
  });
});
