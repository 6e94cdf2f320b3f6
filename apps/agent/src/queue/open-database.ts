import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from '#telemetry/logger.js';
import { type Salvage, salvage } from './salvage.js';
import { SCHEMA, SCHEMA_VERSION } from './schema.js';
import { isCorrupt } from './sqlite-faults.js';

const DATABASE = 'queue.db';
/** SQLite's file names. */
export const DATABASE_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`] as const;
const ASIDE = /^unreadable-.*\.db(-wal|-shm)?$/;
const KEPT_ASIDE = 2;
const PAGE_SIZE = 4096;
/** SQLite's write-ahead log: a header, then frames of a header and a page (https://sqlite.org/fileformat2.html#walformat). */
const LOG_HEAD = 32;
const FRAME_HEAD = 24;

/** The folder's queue was written by another version of the agent. */
class QueueVersionError extends Error {
  override readonly name = 'QueueVersionError';
}

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** The result of salvaging an unreadable file; undefined: the file was readable. */
  readonly salvage?: Salvage;
}

/**
 * Opens the queue's file or creates it, and checks it first: a damaged file is set aside under a name with the time, and its readable part
 * goes into a new file. Takes about a second for 500 MB.
 * @throws QueueVersionError, or the system's error for a folder that is not writable
 */
export function openDatabase(folder: string, log: Logger): OpenedDatabase {
  const file = join(folder, DATABASE);
  warnAboutTruncatedLog(file, log);
  const fault = existsSync(file) ? faultOf(file) : undefined;
  if (fault === undefined) return { database: openPrepared(file) };
  const aside = join(folder, `unreadable-${new Date().toISOString().replaceAll(':', '-')}.db`);
  log.error({ file, aside, fault }, 'The queue is damaged. It is set aside, and its readable elements are copied to a new one.');
  const saved = salvage(file, aside, () => openPrepared(file));
  log.error(
    { aside, salvaged: saved.rows, damaged: saved.damaged },
    'The queue goes on with what could be read. Keep the file that was put aside until nothing is missed.',
  );
  removeOldest(folder, log);
  return { database: openPrepared(file), salvage: saved };
}

/** The fault in words; undefined if the file is intact. */
function faultOf(file: string): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    const answers = database
      .prepare('pragma quick_check(1)')
      .all()
      .map((row) => String(Object.values(row)[0]));
    return answers.join() === 'ok' ? undefined : answers.join();
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    return (error as Error).message;
  } finally {
    database?.close();
  }
}

function openPrepared(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // Settings from before the first table are permanent: free pages can be returned to the disk.
  database.exec(
    `pragma page_size = ${PAGE_SIZE}; pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -8192; pragma temp_store = memory; pragma busy_timeout = 1000`,
  );
  const version = Number(Object.values(database.prepare('pragma user_version').get()!)[0]);
  if (version > SCHEMA_VERSION) {
    database.close();
    throw new QueueVersionError(
      `The queue in ${file} was written by a newer agent (its form is ${version}, this one knows ` +
        `${SCHEMA_VERSION}). Run that version, or give this one another folder.`,
    );
  }
  database.exec(`begin; ${SCHEMA} pragma user_version = ${SCHEMA_VERSION}; commit`);
  return database;
}

/**
 * An incomplete change at the end of the log was never acknowledged if the process was killed; if the file was truncated, more may be lost.
 */
function warnAboutTruncatedLog(file: string, log: Logger): void {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || (size - LOG_HEAD) % (FRAME_HEAD + PAGE_SIZE) === 0) return;
  log.warn(
    { file: `${file}-wal`, bytes: size },
    'The log of the queue ends in the midst of a change, which was not acknowledged. Where the file was ' +
      'cut by something else than the end of a process, what stood behind is gone.',
  );
}

function removeOldest(folder: string, log: Logger): void {
  const aside = readdirSync(folder)
    .filter((name) => ASIDE.test(name) && name.endsWith('.db'))
    .sort();
  for (const name of aside.slice(0, -KEPT_ASIDE)) {
    log.warn({ file: join(folder, name) }, `More than ${KEPT_ASIDE} queues have been set aside: the oldest is removed.`);
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, name + end), { force: true });
  }
}
