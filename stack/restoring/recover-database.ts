import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { BackupError } from '../backup-file/backup-error.js';
import { databaseUrl, prepareDatabase } from '../database/database-command.js';
import type { SystemUser } from '../database/database-user.js';
import { archivingSettings, restoreCommand } from '../database/wal-archive.js';
import { freePorts } from '../processes/free-port.js';
import { ServerProcess } from '../processes/server-process.js';

export interface Recovery {
  /** Folder of the restored files. */
  directory: string;
  logFile: string;
  password: string;
  user: SystemUser | undefined;
  /** Folder of the archived WAL; empty if there is none. */
  walArchive: string;
  /** Time to recover to; default: the end of the backup. */
  until?: Date;
}

export interface RecoveredDatabase {
  /** Time of the last commit; null if there was none since the start of the backup. */
  lastCommitAt: Date | null;
  systemIdentifier: string;
}

const TOO_SHORT = 'recovery ended before configured recovery target was reached';
const LAST_COMMIT = /last completed transaction was at log time (.+)/;

/**
 * Makes the files consistent: runs PostgreSQL until it has applied the WAL up to the requested time, and stops it again. It then writes a
 * new timeline, so that its archive never replaces earlier files.
 * @throws BackupError if the WAL ends before that time, or belongs to another database
 */
export async function recoverDatabase({ directory, logFile, password, user, walArchive, until }: Recovery): Promise<RecoveredDatabase> {
  const signal = join(directory, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  if (user) await chown(signal, user.uid, user.gid);
  const [port] = (await freePorts(1)) as [number];
  const target: Record<string, string> = until
    ? { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'), recovery_target_timeline: 'latest' }
    : { recovery_target: 'immediate', recovery_target_timeline: 'current' };
  const command = await prepareDatabase({
    directory,
    logFile,
    port,
    password,
    more: {
      ...(walArchive === '' ? {} : archivingSettings(walArchive)),
      restore_command: walArchive === '' ? 'false' : restoreCommand(walArchive),
      ...target,
      recovery_target_action: 'promote',
      // Refuses connections until recovery is complete.
      hot_standby: 'off',
    },
  });
  let server: ServerProcess;
  try {
    server = await ServerProcess.start({ ...command, readyTimeoutMs: Infinity });
  } catch (error) {
    throw await explained(error as Error, logFile, until, walArchive);
  }
  try {
    return await recovered(databaseUrl({ port, password }));
  } finally {
    await server.stop();
  }
}

async function recovered(connectionString: string): Promise<RecoveredDatabase> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null; id: string }>(
      'select pg_last_xact_replay_timestamp() as at, system_identifier::text as id from pg_control_system()',
    );
    return { lastCommitAt: rows[0]!.at, systemIdentifier: rows[0]!.id };
  } finally {
    await client.end();
  }
}

async function explained(error: Error, logFile: string, until: Date | undefined, walArchive: string): Promise<Error> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  if (!log.includes(TOO_SHORT)) return new BackupError(`The database could not be recovered. ${error.message}`, { cause: error });
  const last = LAST_COMMIT.exec(log)?.[1];
  return new BackupError(
    `The archived WAL in ${walArchive} does not reach ${until?.toISOString()}. ` +
      `${last ? `The last transaction in it is of ${last}: use --until with a time up to that.` : 'Nothing in it belongs to this backup: check the folder.'}`,
    { cause: error },
  );
}
