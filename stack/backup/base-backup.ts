import { once } from 'node:events';
import pg from 'pg';
import { BackupError } from '../backup-file/backup-error.js';

/** A part of the server's stream: the tar of the data folder, then the manifest. */
export interface BasePart {
  name: 'base.tar' | 'backup_manifest';
  data: AsyncIterable<Buffer>;
}

/** Facts that are known after everything was read. */
export interface BaseFacts {
  /** Positions in the WAL, such as `0/2000028`. */
  startLsn: string;
  endLsn: string;
  timeline: number;
}

export interface BaseBackupOptions {
  connectionString: string;
  /** Most KiB that the server sends per second. */
  kibPerSecond: number;
}

/** Most unread messages before the server is slowed down. */
const MAX_WAITING = 64;
const COPY_TYPE_NEW_ARCHIVE = 0x6e;
const COPY_TYPE_MANIFEST = 0x6d;
const COPY_TYPE_DATA = 0x64;

type Message = { kind: 'part'; name: string; tablespace: string } | { kind: 'data'; data: Buffer } | { kind: 'end' };

function parsed(chunk: Buffer): Message | undefined {
  switch (chunk[0]) {
    case COPY_TYPE_NEW_ARCHIVE: {
      const [name = '', tablespace = ''] = chunk.subarray(1).toString().split('\0');
      return { kind: 'part', name, tablespace };
    }
    case COPY_TYPE_MANIFEST:
      return { kind: 'part', name: 'backup_manifest', tablespace: '' };
    case COPY_TYPE_DATA:
      // Copied, since the client reuses its buffer.
      return { kind: 'data', data: Buffer.from(chunk.subarray(1)) };
    default:
      return undefined;
  }
}

/** BASE_BACKUP as a query of the client. The server answers with rows, then a stream of tagged messages, then rows. */
class BaseBackupQuery extends pg.Query {
  private readonly waiting: Message[] = [];
  private wake: (() => void) | undefined;
  private failure: Error | undefined;
  private paused: { resume(): unknown } | undefined;

  constructor(text: string, finished: (error: Error | undefined, results: unknown) => void) {
    super(text, ((error: Error | null, results: unknown) => {
      this.failure = error ?? undefined;
      finished(this.failure, results);
      this.push({ kind: 'end' });
    }) as never);
  }

  /** Called by the client for each message of the stream. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: { stream: { pause(): unknown; resume(): unknown } }): void {
    const message = parsed(chunk);
    if (message) this.push(message);
    if (this.waiting.length < MAX_WAITING || this.paused) return;
    stream.pause();
    this.paused = stream;
  }

  private push(message: Message): void {
    this.waiting.push(message);
    this.wake?.();
  }

  /** @throws the server's error, if it sends no backup */
  async next(): Promise<Message> {
    while (this.waiting.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    this.wake = undefined;
    const message = this.waiting.shift()!;
    if (this.waiting.length === 0) {
      this.paused?.resume();
      this.paused = undefined;
    }
    if (message.kind === 'end' && this.failure) throw this.failure;
    return message;
  }
}

/**
 * A copy of the whole running database server, over the replication protocol: all files, the WAL that makes them consistent, and a manifest
 * with checksums (PostgreSQL 15 or newer). A temporary slot, which ends with the connection, retains the WAL.
 * @throws BackupError with the server's missing feature
 */
export class BaseBackup {
  private readonly client: pg.Client;
  private lost: Error | undefined;
  facts: BaseFacts | undefined;

  constructor(private readonly options: BaseBackupOptions) {
    this.client = new pg.Client({
      connectionString: options.connectionString,
      replication: 'true',
      application_name: 'waymark backup',
      connectionTimeoutMillis: 10_000,
    } as pg.ClientConfig);
    this.client.on('error', (error) => (this.lost = error));
  }

  async *parts(): AsyncGenerator<BasePart> {
    const { kibPerSecond } = this.options;
    try {
      await this.client.connect();
      await this.client.query(`CREATE_REPLICATION_SLOT "waymark_backup_${process.pid}" TEMPORARY PHYSICAL (RESERVE_WAL)`);
      const finished = Promise.withResolvers<unknown>();
      finished.promise.catch(() => undefined);
      const text =
        `BASE_BACKUP (LABEL 'waymark', CHECKPOINT 'fast', WAL, WAIT false, MAX_RATE ${kibPerSecond}, MANIFEST ` +
        `'yes', MANIFEST_CHECKSUMS 'SHA256')`;
      const query = new BaseBackupQuery(text, (error, results) => (error ? finished.reject(error) : finished.resolve(results)));
      const ended = once(this.client, 'end').then(() => {
        throw this.lost ?? new Error('The server has ended the connection.');
      });
      ended.catch(() => undefined);
      this.client.query(query);
      let message = await Promise.race([query.next(), ended]);
      while (message.kind === 'part') {
        if (message.name !== 'base.tar' && message.name !== 'backup_manifest') {
          throw new BackupError(
            `The database has a tablespace of its own (${message.tablespace || message.name}), which this backup ` +
              'does not include. Use pgBackRest or pg_basebackup.',
          );
        }
        const next = () => Promise.race([query.next(), ended]);
        let following: Message | undefined;
        const data = (async function* () {
          for (;;) {
            const piece = await next();
            if (piece.kind !== 'data') return void (following = piece);
            yield piece.data;
          }
        })();
        yield { name: message.name, data };
        if (following === undefined) throw new Error('A part of the base backup was not read to its end.');
        message = following;
      }
      this.facts = factsOf(await finished.promise);
    } catch (error) {
      throw explained(error as Error & { code?: string });
    } finally {
      await this.client.end().catch(() => undefined);
    }
  }
}

/** The positions of the backup: the first result has its start, the second to last one with rows its end. */
function factsOf(results: unknown): BaseFacts {
  const rows = (results as pg.QueryResult<Record<string, string>>[]).flatMap((result) => result.rows).filter((row) => 'recptr' in row);
  const [start, end] = [rows.at(0), rows.at(-1)];
  if (start?.recptr === undefined || end?.recptr === undefined || rows.length < 2)
    throw new Error('The server did not say where the base backup begins and ends.');
  return { startLsn: start.recptr, endLsn: end.recptr, timeline: Number(end.tli) };
}

function explained(error: Error & { code?: string }): Error {
  if (error instanceof BackupError) return error;
  const advice = (text: string) => new BackupError(`The database makes no backup: ${error.message}. ${text}`, { cause: error });
  switch (error.code) {
    case '42501':
      return advice('Its role needs the right to replicate: alter role NAME replication');
    case '28000':
      return advice('Its pg_hba.conf needs a line for replication connections of this role: host replication NAME ADDRESS scram-sha-256');
    case '28P01':
      return advice('Check the password.');
    case '53300':
      return advice('All connections for replication are taken: raise max_wal_senders, or end what uses them.');
    case '53400':
      return advice('All replication slots are taken: raise max_replication_slots, or drop one that nobody uses.');
    case '55000':
      return advice('It must run with wal_level = replica.');
    case 'ECONNREFUSED':
      return advice('Start Waymark, or check its address.');
    default:
      return advice('');
  }
}
