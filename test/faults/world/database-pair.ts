import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseOptions, databaseUrl } from '#stack/database/database-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import { asStandby, prepareStandby } from '#testing/standby.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { OwnServer } from './own-server.js';
import { copyDatabase } from './server-backups.js';

/** When the primary answers a commit: at once, or when the standby has the commit on its disk. */
export type StandbyKind = 'asynchronous' | 'synchronous';

const FOLLOWS_WITHIN_MS = 60_000;
const PROMOTED_WITHIN_S = 60;
/** Settings of a primary with a standby. */
export const FOLLOWED = { wal_keep_size: '512MB' };

interface Follower {
  server: OwnServer;
  options: DatabaseOptions;
  /** The proxy between the primary and the standby. */
  replication: TcpProxy;
}

/** A primary and a hot standby that follows it; the standby can take its place, again and again. */
export class DatabasePair {
  private standby: Follower | undefined;
  private made = 0;

  private constructor(
    readonly kind: StandbyKind,
    private primary: { server: OwnServer; options: DatabaseOptions },
    /** All proxies that lead to the primary. */
    private readonly proxies: readonly TcpProxy[],
  ) {}

  static async of(kind: StandbyKind, server: OwnServer, options: DatabaseOptions, proxies: readonly TcpProxy[]): Promise<DatabasePair> {
    const pair = new DatabasePair(kind, { server, options }, proxies);
    await pair.follow();
    return pair;
  }

  /** The primary. */
  get server(): OwnServer {
    return this.primary.server;
  }

  /** From now on commits no longer reach the standby. */
  holdReplication(): void {
    this.standby!.replication.freeze();
  }

  releaseReplication(): void {
    this.standby!.replication.thaw();
  }

  /**
   * Kills the primary, whose disk is lost, and puts the standby in its place: connections break, and new ones are
   * refused until the new primary accepts writes. Afterwards there is no standby until `follow` is called.
   * @param look is called when the new primary runs, before any other client connects
   */
  async promote(look: () => Promise<void>): Promise<void> {
    const { server, options, replication } = this.standby!;
    await this.primary.server.kill();
    // Data that was held back is lost with the primary.
    await replication.close();
    await rm(this.primary.options.directory, { recursive: true });
    for (const proxy of this.proxies) proxy.cut();
    [this.primary, this.standby] = [{ server, options }, undefined];
    await this.ask('select pg_promote(true, $1)', [PROMOTED_WITHIN_S]);
    for (const proxy of this.proxies) proxy.pointAt(options.port);
    await look();
    for (const proxy of this.proxies) proxy.restore();
  }

  /** Makes a new standby for the primary, and waits until it follows. */
  async follow(): Promise<void> {
    const { options: followed } = this.primary;
    const [port] = (await freePorts(1)) as [number];
    const name = `${join(followed.directory, '..')}/database-${++this.made}`;
    const options = { ...followed, directory: name, logFile: `${name}.log`, port };
    await copyDatabase(followed.directory, name, databaseUrl(followed));
    const replication = await TcpProxy.start(`127.0.0.1:${followed.port}`);
    await asStandby(name, { port: replication.port, password: followed.password });
    this.standby = { server: await OwnServer.start(dieWithParent(await prepareStandby(options))), options, replication };
    if (this.kind === 'synchronous') {
      await this.ask(`alter system set synchronous_standby_names = '*'`);
      await this.ask('select pg_reload_conf()');
    }
    await this.followed();
  }

  /** Runs a statement on the primary. */
  async ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: databaseUrl(this.primary.options) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.standby?.server.stop();
    await this.standby?.replication.close();
    await this.primary.server.stop();
  }

  signal(signal: NodeJS.Signals): void {
    for (const server of [this.primary.server, this.standby?.server]) server?.signal(signal);
  }

  private async followed(): Promise<void> {
    const wanted = this.kind === 'synchronous' ? 'sync' : 'async';
    for (const deadline = performance.now() + FOLLOWS_WITHIN_MS; ; await sleep(100)) {
      const rows = await this.ask<{ state: string; sync_state: string; behind: number }>(
        'select state, sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::float8 as behind from pg_stat_replication',
      );
      if (rows.some(({ state, sync_state, behind }) => state === 'streaming' && sync_state === wanted && behind < 1_000_000)) return;
      if (performance.now() > deadline) throw new Error(`The standby does not follow: ${JSON.stringify(rows)}`);
    }
  }
}
