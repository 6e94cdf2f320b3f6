import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { startEmbeddedServers } from '#testing/embedded-servers.js';
import type { RunningService } from '#testing/running-service.js';
import { startStack } from '#testing/running-stack.js';
import { BROKERS_VARIABLE, DATABASE_VARIABLE } from '#testing/test-infrastructure.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { MAP_WORKSPACES } from './app/map-workspaces.js';
import { Endings } from './endings.js';
import { KillableServer } from './measure/killable-server.js';
import type { MeasuredProcess } from './measure/process-costs.js';
import { writtenWal } from './measure/written-wal.js';

/** A separate broker and database, with the product's settings and full durability. */
export interface BenchServers {
  space: TestSpace;
  broker: MeasuredProcess;
  database: MeasuredProcess;
  /** Broker and database, for a measurement that kills them. */
  servers: readonly KillableServer[];
  close(): Promise<void>;
}

/** The real services on these servers. */
export interface BenchStack {
  url: string;
  token: string;
  workspace: string;
  processes: readonly MeasuredProcess[];
  /** All services, the gateway last, for a measurement that kills them. */
  services: readonly RunningService[];
  /** The database and schema of the projection's tables. */
  projection: { databaseUrl: string; schema: string };
  /** Number of records of the events topic that the projection has committed: each is one applied change, unless the log has it twice. */
  projected(): Promise<number>;
  /** Bytes that the database has written to its write-ahead log so far. */
  writtenWal(): Promise<number>;
  /** Number of changes in the feed: fewer than projected if the log has some of them twice. */
  inFeed(): Promise<number>;
  /** The report service and its tables. */
  reports: {
    databaseUrl: string;
    schema: string;
    /** Number of events that the report service has not yet committed. */
    lag(): Promise<number>;
    stop(): Promise<unknown>;
    start(): Promise<void>;
  };
  close(): Promise<void>;
}

const PARTITIONS = 6;
const REPLY_PARTITIONS = 16;
const WORKSPACE = 'bench';
/** Longer than any run, including its preparation. */
const TOKEN_SECONDS = 24 * 60 * 60;

/** @param flush whether the broker writes each record to the disk before it acknowledges it, as it does by default */
export function startBenchServers(flush = true): Promise<BenchServers> {
  return Endings.guard(async (endings) => {
    const directory = join(repositoryRoot, '.waymark', `bench-${process.pid}`);
    await mkdir(directory, { recursive: true });
    endings.add(() => rm(directory, { recursive: true, force: true }));
    const servers = await startEmbeddedServers(directory, { sizes: {}, fsync: flush, shortLived: false });
    endings.add(() => servers.stop());
    const killable = [servers.broker, servers.database].map((server) => new KillableServer(server));
    endings.add(() => Promise.all(killable.map((server) => server.stop())));
    process.env[BROKERS_VARIABLE] = servers.brokers.join(',');
    process.env[DATABASE_VARIABLE] = servers.databaseUrl;
    const space = await createTestSpace('bench', {
      partitions: PARTITIONS,
      replyPartitions: REPLY_PARTITIONS,
      workspaces: [WORKSPACE, ...Object.values(MAP_WORKSPACES)],
    });
    endings.add(() => space.close());
    space.installation.logLevel = 'warn';
    return {
      space,
      broker: { name: 'broker', pid: servers.broker.pid, family: true },
      database: { name: 'database', pid: servers.database.pid, family: true },
      servers: killable,
      close: () => endings.run(),
    };
  });
}

/** @param cpuProfiles folder for a profile of each service */
export function startBenchStack({ space, broker, database }: BenchServers, cpuProfiles?: string): Promise<BenchStack> {
  return Endings.guard(async (endings) => {
    const stack = await startStack(cpuProfiles === undefined ? space : withProfiles(space, resolve(repositoryRoot, cpuProfiles)), {
      reports: 1,
    });
    const reports = stack.reports[0]!;
    endings.add(() => stack.close());
    const pool = new pg.Pool({ connectionString: space.databaseUrl, max: 2 });
    // A killed database ends its idle connections too.
    pool.on('error', () => undefined);
    endings.add(() => pool.end());
    const foldedSql = `select coalesce(sum(next_offset), 0)::float8 as count
      from ${pg.escapeIdentifier(space.schemas.report)}.partition_offset where consumer = 'objects'`;
    // The partitions of area.events are numbered after those of object.events.
    const projectedSql = `select coalesce(sum(next_offset), 0)::float8 as count
      from ${pg.escapeIdentifier(space.schemas.projection)}.partition_offset where partition < ${PARTITIONS}`;
    const inFeedSql = `select coalesce(sum(count), 0)::float8 as count
      from ${pg.escapeIdentifier(space.schemas.projection)}.feed_chunk where partition < ${PARTITIONS}`;
    return {
      url: stack.url,
      token: await space.token({ workspaces: [WORKSPACE], expiresInSeconds: TOKEN_SECONDS }),
      workspace: WORKSPACE,
      database: { url: space.databaseUrl, schema: space.schemas.projection },
      processes: [
        { name: 'gateway', pid: stack.gateways[0]!.pid, family: false },
        { name: 'object', pid: stack.objectServices[0]!.pid, family: false },
        { name: 'projection', pid: stack.projections[0]!.pid, family: false },
        {
          name: 'report',
          family: false,
          get pid() {
            return reports.pid;
          },
        },
        broker,
        database,
      ],
      services: [stack.objectServices[0]!, stack.projections[0]!, reports, stack.gateways[0]!],
      projection: { databaseUrl: space.databaseUrl, schema: space.schemas.projection },
      inFeed: async () => (await pool.query<{ count: number }>(inFeedSql)).rows[0]!.count,
      projected: async () => (await pool.query<{ count: number }>(projectedSql)).rows[0]!.count,
      writtenWal: () => writtenWal(pool),
      reports: {
        databaseUrl: space.databaseUrl,
        schema: space.schemas.report,
        lag: async () =>
          (await pool.query<{ count: number }>(projectedSql)).rows[0]!.count -
          (await pool.query<{ count: number }>(foldedSql)).rows[0]!.count,
        stop: () => reports.stop(),
        start: () => reports.restart(),
      },
      close: () => endings.run(),
    };
  });
}

/** Makes each service write its profile when it is stopped, to a subfolder with the service's name. */
function withProfiles(space: TestSpace, folder: string): TestSpace {
  return {
    ...space,
    environment: (service, overrides) => ({
      ...space.environment(service, overrides),
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(folder, service)}`,
    }),
  };
}
