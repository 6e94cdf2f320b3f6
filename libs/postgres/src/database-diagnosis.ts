import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { broken, type Finding, fine, warning } from '#contracts/directory/diagnosis.js';
import { checkedSchemaName } from './schema-name.js';
import { type OldestSnapshot, oldestSnapshot } from './snapshot-watch.js';
import type { TopicRepair } from './topic-repairs.js';

const ANSWER_TIMEOUT_MS = 1500;
const CLOCK_APART_MS = 1000;
const OLD_SNAPSHOT_S = 5 * 60;
const MIB = 1024 * 1024;
const LITTLE_FREE = 0.1;
const NO_FREE = 0.02;
const UNDEFINED_TABLE = '42P01';
const SHOWN_DAYS = 7;

export interface ExaminedDatabase {
  /** Prefix of the findings, such as `object-service`. */
  about: string;
  /** postgres://user:password@host:port/database */
  url: string;
  schema: string;
  /** Names of all migrations that this version of the service has. */
  migrations: readonly string[];
  /** Extensions without which the service does less. */
  extensions?: readonly WantedExtension[];
}

export interface WantedExtension {
  name: string;
  /** What does not work without the extension. */
  without: string;
}

/**
 * Examines whether the database answers, and its migrations, size, disk and clock. It uses a separate connection and takes at most about
 * 3 s, since the pool of a blocked service must not hide the cause.
 */
export async function examineDatabase({ about, url, schema, migrations, extensions = [] }: ExaminedDatabase): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    options: `-c search_path=${checkedSchemaName(schema)},public`,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    application_name: `waymark-diagnosis ${about}`,
  });
  // If the connection breaks, the running query reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const before = Date.now();
    const { rows } = await client.query<{ bytes: string; version: string; now: string }>(
      `select pg_database_size(current_database())::text as bytes, current_setting('server_version') as version,
        (extract(epoch from clock_timestamp()) * 1000)::text as now`,
    );
    const { bytes, version, now } = rows[0]!;
    const apart = Number(now) - (before + Date.now()) / 2;
    return [
      ofMigrations(about, await migrationsRun(client), migrations),
      ofDatabase(about, `PostgreSQL ${version}, the database has ${Math.ceil(Number(bytes) / MIB)} MiB`, await freeSpace(client, url)),
      ofDatabaseClock(about, apart),
      ofSnapshots(about, await oldestSnapshot(client)),
      ofChecksums(about, await checksumsOf(client)),
      ...ofStores(about, await breaksOf(client), await repairsOf(client)),
      ...(await Promise.all(extensions.map(async (wanted) => ofExtension(about, wanted, await hasExtension(client, wanted.name))))),
    ];
  } catch {
    return [
      broken(
        `${about}.database`,
        `does not answer within ${ANSWER_TIMEOUT_MS} ms`,
        'Start the database, or look at its log; is DATABASE_URL right?',
      ),
    ];
  } finally {
    // Not awaited, since a hanging request would delay the answer.
    void client.end().catch(() => undefined);
  }
}

/** Page checksums of all databases on the server. */
interface PageChecksums {
  on: boolean;
  failures: number;
  lastFailure: Date | null;
}

async function checksumsOf(client: pg.Client): Promise<PageChecksums> {
  const { rows } = await client.query<PageChecksums>(
    `select current_setting('data_checksums') = 'on' as on, coalesce(sum(checksum_failures), 0)::int as failures,
      max(checksum_last_failure) as "lastFailure" from pg_stat_database`,
  );
  return rows[0]!;
}

async function migrationsRun(client: pg.Client): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ name: string }>(client, 'select name from migration');
  return new Set(rows?.map(({ name }) => name));
}

/** A case in the last days in which a service found its log or its own database to be older. */
interface StoreBreak {
  consumer: string;
  older_database: boolean;
  partitions: number[];
  at: Date;
}

/** The breaks in the last days; undefined if this service reads no topic by partitions. */
const breaksOf = (client: pg.Client): Promise<StoreBreak[] | undefined> =>
  rowsOf<StoreBreak>(
    client,
    `select consumer, older_database, array_agg(distinct partition order by partition) as partitions, max(broken_at) as at
     from partition_break where broken_at > now() - interval '${SHOWN_DAYS} days' group by consumer, older_database
     order by max(broken_at) desc`,
  );

/** The last repair of each kind, in the last days. */
interface Repair extends TopicRepair {
  repaired_at: Date;
}

/** The repairs in the last days; undefined if this service publishes no table. */
const repairsOf = (client: pg.Client): Promise<Repair[] | undefined> =>
  rowsOf<Repair>(
    client,
    `select topic, older_database, records, keys, repaired_at from topic_repair
     where repaired_at > now() - interval '${SHOWN_DAYS} days' order by repaired_at desc`,
  );

/** The rows; undefined if the table does not exist. */
async function rowsOf<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T[] | undefined> {
  try {
    return (await client.query<T>(text)).rows;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}

async function hasExtension(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_extension where extname = $1', [name]);
  return rowCount === 1;
}

interface FreeSpace {
  /** 0…1 */
  share: number;
  bytes: number;
}

/** Free space on the database's disk; undefined if the disk is on another machine or not accessible. */
async function freeSpace(client: pg.Client, url: string): Promise<FreeSpace | undefined> {
  if (!['localhost', '127.0.0.1', '::1', '[::1]'].includes(new URL(url).hostname)) return undefined;
  try {
    const { rows } = await client.query<{ data_directory: string }>(`show data_directory`);
    const { bavail, blocks, bsize } = await statfs(rows[0]!.data_directory);
    return { share: bavail / blocks, bytes: bavail * bsize };
  } catch {
    return undefined;
  }
}

export function ofMigrations(about: string, run: ReadonlySet<string>, known: readonly string[]): Finding {
  const missing = known.filter((name) => !run.has(name));
  const newer = [...run].filter((name) => !known.includes(name));
  if (missing.length > 0)
    return broken(`${about}.migrations`, `not run: ${missing.join(', ')}`, 'Start the service again, and look at its log.');
  if (newer.length > 0)
    return warning(
      `${about}.migrations`,
      `the database is newer than this service: ${newer.join(', ')}`,
      'Finish the upgrade: another copy of the service is newer.',
    );
  return fine(`${about}.migrations`, `all ${known.length} were run`);
}

export function ofDatabase(about: string, size: string, free: FreeSpace | undefined): Finding {
  if (free === undefined) return fine(`${about}.database`, `${size}; how much of its disk is free cannot be seen from here`);
  const found = `${size}; ${Math.floor(free.bytes / MIB)} MiB of its disk are free (${Math.floor(free.share * 100)} %)`;
  if (free.share >= LITTLE_FREE) return fine(`${about}.database`, found);
  const remedy = 'Make room on the disk of the database: when it is full, every change is refused.';
  return free.share < NO_FREE ? broken(`${about}.database`, found, remedy) : warning(`${about}.database`, found, remedy);
}

export function ofExtension(about: string, { name, without }: WantedExtension, isThere: boolean): Finding {
  if (isThere) return fine(`${about}.extension-${name}`, 'is there');
  return warning(
    `${about}.extension-${name}`,
    `is not in the database: ${without}`,
    `Let the database's administrator run: create extension ${name} with schema public. Then start the service again.`,
  );
}

export function ofSnapshots(about: string, { seconds, holder }: Pick<OldestSnapshot, 'seconds' | 'holder'>): Finding {
  if (seconds < OLD_SNAPSHOT_S) return fine(`${about}.database-snapshots`, 'none is older than some minutes');
  return warning(
    `${about}.database-snapshots`,
    `${holder ?? 'a session'} has held one for ${Math.round(seconds / 60)} min: what is updated meanwhile ` +
      'cannot be tidied up, so tables grow and updates become dearer',
    'End that session if nobody needs it. Make dumps from a replica without hot_standby_feedback.',
  );
}

/** The finding about page checksums: whether the database detects damaged pages, and has found any. */
export function ofChecksums(about: string, { on, failures, lastFailure }: PageChecksums): Finding {
  const name = `${about}.database-checksums`;
  if (!on)
    return warning(
      name,
      'are off: a page that the disk has changed is not noticed, and wrong rows are served',
      'Stop the database, run pg_checksums --enable on its folder (it reads and writes every page), and ' +
        'start it again. See "Damaged data" in docs/operations.md.',
    );
  if (failures === 0) return fine(name, 'are on, and no damaged page was read');
  return broken(
    name,
    `${failures} damaged ${failures === 1 ? 'page was' : 'pages were'} read, most recently ` +
      `${lastFailure?.toISOString()}: rows of it cannot be read, and nothing else is served in their place`,
    "The database's log names the file and block. Go over to a replica or restore a backup, and replace " +
      'the disk. See "Damaged data" in docs/operations.md.',
  );
}

/** Findings about a log and a database of which one was restored from a backup or has lost data. */
export function ofStores(about: string, breaks: readonly StoreBreak[] | undefined, repairs: readonly Repair[] | undefined): Finding[] {
  if (breaks === undefined && repairs === undefined) return [];
  const found = [...(breaks?.length ? [ofBreaks(about, breaks)] : []), ...(repairs ?? []).map((repair) => ofRepair(about, repair))];
  return found.length > 0
    ? found
    : [fine(`${about}.stores`, `in the last ${SHOWN_DAYS} days, no difference between the database and the topics was found`)];
}

function ofBreaks(about: string, breaks: readonly StoreBreak[]): Finding {
  const descriptions = breaks.map(({ consumer, older_database: isOlder, partitions, at }) => {
    const where = `${consumer}, partitions ${partitions.join(', ')}, ${at.toISOString()}`;
    return isOlder
      ? `the database was older than the topics (${where}): a backup was restored, or commits were lost`
      : `the topics were not those that had been read (${where}): the broker was restored or replaced, or has lost records`;
  });
  return warning(
    `${about}.stores`,
    descriptions.join('; '),
    'Everything that is there was read again by itself. Run "waymark rebuild --check" to see whether the ' +
      'projection lacks anything, and "waymark rebuild" if it does.',
  );
}

function ofRepair(about: string, { topic, older_database: isOlder, records, keys, repaired_at: at }: Repair): Finding {
  const which = keys.length === 0 ? '' : `: ${keys.join(', ')}${records > keys.length ? ', …' : ''}`;
  return isOlder
    ? warning(
        `${about}.stores`,
        `the database was older than ${topic} (${records} records, ${at.toISOString()}): a backup was restored, ` +
          `or commits were lost${which}`,
        'Changes since the backup are lost: make them again. See "Restored stores" in docs/operations.md.',
      )
    : warning(
        `${about}.stores`,
        `${topic} had lost records (${records}, ${at.toISOString()}): the broker was restored or replaced, or has lost them${which}`,
        'They were published again. Find out why the broker lost them.',
      );
}

/** @param apartMs the database's clock minus the service's */
export function ofDatabaseClock(about: string, apartMs: number): Finding {
  const apart = Math.round(Math.abs(apartMs));
  if (apart <= CLOCK_APART_MS) return fine(`${about}.database-clock`, "like the service's");
  return warning(
    `${about}.database-clock`,
    `${Math.round(apart / 1000)} s ${apartMs > 0 ? 'ahead of' : 'behind'} the service's`,
    'Set the clocks of the machines by NTP: expiry, quotas and waits are judged by them.',
  );
}
