import { execFile } from 'node:child_process';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { OwnServer } from './own-server.js';

/** A copy of a server's files at one time. */
export interface ServerBackup {
  /** Kills the server, replaces its files, and starts it. */
  restore(): Promise<void>;
}

export async function backUpDatabase(server: OwnServer, directory: string, url: string): Promise<ServerBackup> {
  const copy = `${directory}-backup`;
  await copyDatabase(directory, copy, url);
  return replacing(server, directory, copy);
}

/**
 * Copies a cluster by the low-level protocol of the PostgreSQL manual (25.3.4), while it works. A server that is
 * started on the copy recovers first.
 */
export async function copyDatabase(directory: string, copy: string, url: string): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('fault', true)`);
    await copyChanging(directory, copy);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await rm(join(copy, 'pg_wal'), { recursive: true });
    await copyChanging(join(directory, 'pg_wal'), join(copy, 'pg_wal'));
    // The server's own user has to be able to read the file.
    await cp(join(copy, 'PG_VERSION'), join(copy, 'backup_label'));
    await promisify(execFile)('chown', ['--reference', join(copy, 'PG_VERSION'), join(copy, 'backup_label')]);
    await writeFile(join(copy, 'backup_label'), rows[0]!.labelfile);
    await rm(join(copy, 'postmaster.pid'), { force: true });
  } finally {
    await client.end();
  }
}

/** Kills the broker for the copy, since its files do not change only while it is down. */
export async function backUpBroker(server: OwnServer, directory: string): Promise<ServerBackup> {
  const copy = `${directory}-backup`;
  await rm(copy, { recursive: true, force: true });
  await server.kill();
  await promisify(execFile)('cp', ['-a', directory, copy]);
  await server.start();
  return replacing(server, directory, copy);
}

function replacing(server: OwnServer, directory: string, copy: string): ServerBackup {
  return {
    restore: async () => {
      await server.kill();
      await rm(directory, { recursive: true });
      await rename(copy, directory);
      await server.start();
    },
  };
}

/** Copies a folder whose files may vanish meanwhile. */
async function copyChanging(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]).catch((error: unknown) => {
    if ((error as { code?: number }).code !== 1) throw error;
  });
}
