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
  /** The restored files. */
  directory: string;
  logFile: string;
  password: string;
  user: SystemUser | undefined;
  /** Folder of the archived WAL; empty: none. */
  walArchive: string;
  /** Absent: the end of the backup. */
  until?: Date;
}

export interface RecoveredDatabase {
  /** When the last transaction was committed that it has; null: the backup has none since its begin. */
  lastCommitAt: Date | null;
  systemIdentifier: string;
}

const TOO_SHORT = 'recovery ended before configured recovery target was reached';
const LAST_COMMIT = /last completed transaction was at log time (.+)/;

/**
 * Brings the files into one state: runs PostgreSQL until it has applied the WAL up to the requested moment, and ends it
 * again. From there on it writes a new timeline, so that its archive never replaces what was archived before.
 * @throws BackupError when the WAL does not reach that far, or is not of this database
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
      // Nobody is let in before the end.
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
