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
  /** The cluster's folder. */
  directory: string;
  logFile: string;
  port: number;
  /** The password of the superuser `waymark`, fixed when the cluster is made. */
  password: string;
  sizes?: DatabaseSizes;
  /** Settings of PostgreSQL in addition to those of every installation. */
  more?: Readonly<Record<string, string | number>>;
}

const SUPERUSER = 'waymark';

/** Where clients connect; the database that every cluster has from its start is used. */
export function databaseUrl({ port, password }: Pick<DatabaseOptions, 'port' | 'password'>): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

/**
 * Makes the cluster when it is not there and says how it is run. A lock file that a loss of power left is removed.
 * @throws Error when the cluster cannot be made, or its lock file is empty and may belong to a server that runs
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
    // "Fast" shutdown: sessions are ended, what is committed is kept.
    stopSignal: 'SIGINT',
    stopTimeoutMs: 30_000,
    isReady: async () => (await takesConnections(directory)) && (await answers(databaseUrl(options))),
    readyTimeoutMs: 60_000,
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
      // The default since PostgreSQL 18: a damaged page is an error, not wrong rows.
      '--data-checksums',
      // The same order of text on every machine, whatever its C library.
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
 * Whether the server may be asked for a connection, by the state that it writes to its lock file: a server that is asked before it is
 * ready writes a FATAL line to its log each time. The line is missing for a moment after it began to listen. Without a file it does not
 * listen yet, or its folder is out of sight (a separate mount), and asking does no harm.
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
