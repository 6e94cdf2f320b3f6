import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import type { ServerCommand } from '../processes/server-command.js';
import { databaseBinaries } from './binaries.js';
import { databaseArguments, type DatabaseSizes } from './database-settings.js';
import { databaseUser, type SystemUser } from './database-user.js';
import { removeFormerLockFile } from './former-lock-file.js';
import { runAs } from './run-as.js';

export interface DatabaseOptions {
  /** Folder of the cluster. */
  directory: string;
  logFile: string;
  port: number;
  /** Password of the superuser `waymark`, set when the cluster is created. */
  password: string;
  sizes?: DatabaseSizes;
  /** Settings of PostgreSQL in addition to those of every installation. */
  more?: Readonly<Record<string, string | number>>;
}

const SUPERUSER = 'waymark';

/** URL for clients, with the database that every new cluster has. */
export function databaseUrl({ port, password }: Pick<DatabaseOptions, 'port' | 'password'>): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

/**
 * Creates the cluster if it is missing, and removes a lock file that a power failure has left.
 * @returns the command that runs the database
 * @throws Error if the cluster cannot be created, or its lock file is empty and may belong to a running server
 */
export async function prepareDatabase(options: DatabaseOptions): Promise<ServerCommand> {
  const { directory, logFile, port } = options;
  const binaries = await databaseBinaries();
  await Promise.all([binaries.initdb, binaries.postgres].map(ensureExecutable));
  const user = await databaseUser();
  if (!existsSync(join(directory, 'PG_VERSION'))) await createCluster(options, binaries.initdb, user);
  await removeFormerLockFile(directory);

  const args = ['-D', directory, '-p', String(port), ...databaseArguments(options.sizes, options.more)];
  const command = await runAs(user, binaries.postgres, args, [binaries.postgres, directory]);
  return {
    ...command,
    name: 'database',
    environment: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    logFile,
    // "Fast" shutdown: ends sessions and keeps committed data.
    stopSignal: 'SIGINT',
    stopTimeoutMs: 30_000,
    isReady: async () => (await takesConnections(directory)) && (await answers(databaseUrl(options))),
    // After a power failure it first reads its log since the last checkpoint, which may take long on a slow disk. Stopping it would mean
    // that the next start reads all of it again.
    readyTimeoutMs: 600_000,
  };
}

async function createCluster({ directory, password }: DatabaseOptions, initdb: string, user: SystemUser | undefined): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const passwordFile = `${directory}.password`;
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user) await Promise.all([directory, passwordFile].map((path) => chown(path, user.uid, user.gid)));
    const args = [
      `--pgdata=${directory}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The default since PostgreSQL 18, with which damaged pages cause errors instead of wrong rows.
      '--data-checksums',
      // The same order of text on all machines, independent of the C library.
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--lc-messages=C',
    ];
    const command = await runAs(user, initdb, args, [initdb, directory]);
    await execa(command.file, command.args, { ...command.user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, timeout: 120_000 });
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw new Error(
      `The embedded database could not be made in ${directory}: ${(error as { stderr?: string }).stderr || (error as Error).message}`,
      { cause: error },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function ensureExecutable(file: string): Promise<void> {
  if (((await stat(file)).mode & 0o111) !== 0o111) await chmod(file, 0o755);
}

const STATUS_LINE = 7;

/**
 * Whether to try a connection, by the state in the server's lock file: a server that is not ready writes a FATAL line to its log for each
 * attempt. The state is missing for a moment after the server begins to listen. Without a file, the server does not listen yet, or its
 * folder is not visible (a separate mount), and an attempt does no harm.
 */
async function takesConnections(directory: string): Promise<boolean> {
  const lines = await readFile(join(directory, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => undefined,
  );
  return lines === undefined || ['ready', 'standby'].includes(lines[STATUS_LINE]?.trim() ?? '');
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
