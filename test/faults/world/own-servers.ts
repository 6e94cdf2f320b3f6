import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBroker } from '#stack/broker/broker-command.js';
import { fetchBrokerJars } from '#stack/broker/broker-jars.js';
import { type DatabaseOptions, databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { BROKERS_VARIABLE, DATABASE_VARIABLE } from '#testing/test-infrastructure.js';
import type { Random } from '#testing/workload/random.js';
import { BrokerCluster } from './broker-cluster.js';
import { DatabasePair, FOLLOWED, type StandbyKind } from './database-pair.js';
import { OwnServer } from './own-server.js';
import { backUpBroker, backUpDatabase, type ServerBackup } from './server-backups.js';
import { SmallDisk } from './small-disk.js';
import { UndoJournals, type UndoneWrites } from './undo-journals.js';
import { UnsyncedDisk } from './unsynced-disk.js';

const JARS = join(repositoryRoot, '.waymark/kafka-jars');
/** A broker and a database of one fault run alone, each behind a proxy for the services. Tests connect past the proxies. */
export interface SmallDisks {
  broker?: number;
  database?: number;
}

export interface ServerOptions {
  smallDisks?: SmallDisks;
  /** Whether power cuts can be simulated (`OwnServers.losePower`). */
  losesPower?: boolean;
  /** 3: a cluster of brokers (`OwnServers.cluster`) instead of a single one. */
  brokers?: 1 | 3;
  /** The database has a standby that can take its place (`OwnServers.databasePair`). */
  standby?: StandbyKind;
}

/** The bytes lost in a power cut. */
export interface PowerLoss {
  broker: number;
  database: UndoneWrites;
}

/** Pages are written early and synced late, so that a power cut finds writes to undo. */
const WRITES_EARLY = { sharedBuffersMiB: 16, settings: { checkpoint_timeout: '30s' } };

export interface OwnServers {
  /** The broker addresses for the services, except the object services. */
  brokerAddresses: string[];
  /** The broker addresses for the object services. */
  objectBrokerAddresses: string[];
  cluster: BrokerCluster | undefined;
  /** The single broker, or the first one of a cluster. */
  broker: OwnServer;
  /** The folder of the single broker's logs. */
  brokerFolder: string;
  database: OwnServer;
  databasePair: DatabasePair | undefined;
  /** The address past `databaseProxy`; with a standby, that of the primary. */
  databaseUrl: string;
  /** Between the broker and the gateways and projections. */
  brokerProxy: TcpProxy;
  /** Between the broker and the object services. */
  objectBrokerProxy: TcpProxy;
  databaseProxy: TcpProxy;
  brokerDisk: SmallDisk | undefined;
  databaseDisk: SmallDisk | undefined;
  /** Kills all servers at once, removes the data that was not on their disks, and starts them again. @throws without `losesPower` */
  losePower(random: Random): Promise<PowerLoss>;
  /** Copies the database's files; `restore` of the result puts them back. */
  backUpDatabase(): Promise<ServerBackup>;
  /** Copies the files of the single broker in the same way. */
  backUpBroker(): Promise<ServerBackup>;
  close(): Promise<void>;
}

/**
 * With `smallDisks` (in MiB) either server gets a file system of that size, for the fault of a full disk. With `losesPower`
 * the contents of the disks of broker and database are recorded; the broker then flushes each record, as in installations.
 * @throws the first error; everything started before it is ended, so that a test whose preparation fails leaves nothing behind
 */
export async function startOwnServers(options: ServerOptions = {}): Promise<OwnServers> {
  const begun = new Begun();
  try {
    return await startInto(begun, options);
  } catch (error) {
    await begun.end();
    throw error;
  }
}

/** Starts separate servers for a task, and ends them if the task cannot begin. */
export async function onOwnServers<T>(options: ServerOptions, begin: (servers: OwnServers) => Promise<T>): Promise<T> {
  const servers = await startOwnServers(options);
  try {
    return await begin(servers);
  } catch (error) {
    await servers.close();
    throw error;
  }
}

/** The things that must be ended, in reverse order. */
class Begun {
  private readonly ends: (() => unknown)[] = [];

  async add<T>(beginning: Promise<T>, end: (begun: T) => unknown): Promise<T> {
    const begun = await beginning;
    this.ends.push(() => end(begun));
    return begun;
  }

  /** Ends everything, also after an error. @throws the first error */
  async end(): Promise<void> {
    const reasons: unknown[] = [];
    for (let end = this.ends.pop(); end !== undefined; end = this.ends.pop()) {
      try {
        await end();
      } catch (error) {
        reasons.push(error);
      }
    }
    if (reasons.length > 0) throw reasons[0];
  }
}

/** Waits for both starts, also if one of them fails: none continues in the background. */
async function allOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return await Promise.all([one, other]);
}

async function startInto(begun: Begun, { smallDisks = {}, losesPower = false, brokers = 1, standby }: ServerOptions): Promise<OwnServers> {
  const directory = await begun.add(mkdtemp(join(tmpdir(), 'waymark-faults-')), (path) => rm(path, { recursive: true, force: true }));
  const [port, controllerPort, databasePort] = (await freePorts(3)) as [number, number, number];
  await fetchBrokerJars(JARS);
  const brokerDirectory = join(directory, 'broker');
  const logFile = join(directory, 'broker.log');
  const cluster =
    brokers === 3 ? await begun.add(BrokerCluster.start(directory, JARS, losesPower), (started) => started.close()) : undefined;
  const plainBroker = await prepareBroker({
    directory: brokerDirectory,
    jars: JARS,
    logFile,
    port,
    controllerPort,
    heapMiB: 384,
    shortLived: true,
    fsync: losesPower,
  });
  const unsynced = losesPower && !cluster ? await UnsyncedDisk.in(brokerDirectory) : undefined;
  const password = 'faults';
  const databaseDirectory = join(directory, 'database');
  const databaseOptions: DatabaseOptions = {
    directory: databaseDirectory,
    logFile: join(directory, 'database.log'),
    port: databasePort,
    password,
    sizes:
      smallDisks.database === undefined
        ? { maxConnections: 120, sharedBuffersMiB: losesPower ? WRITES_EARLY.sharedBuffersMiB : 64, maxWalMiB: 512 }
        : { maxConnections: 60, sharedBuffersMiB: 16, maxWalMiB: 64 },
    more: { ...(standby && FOLLOWED), ...(losesPower && WRITES_EARLY.settings) },
  };
  const plainDatabase = await prepareDatabase(databaseOptions);
  const journals = losesPower ? await UndoJournals.of(databaseDirectory) : undefined;
  const diskOf = (at: string, size: number | undefined): Promise<SmallDisk | undefined> =>
    size === undefined ? Promise.resolve(undefined) : begun.add(SmallDisk.mount(at, size), (disk) => disk.close());
  const brokerDisk = await diskOf(brokerDirectory, smallDisks.broker);
  const databaseDisk = await diskOf(databaseDirectory, smallDisks.database);
  const serverOf = async (command: ServerCommand): Promise<OwnServer> => begun.add(OwnServer.start(command), (server) => server.stop());
  const [broker, database] = await allOf(
    cluster
      ? Promise.resolve(cluster.brokers[0]!)
      : serverOf(brokerDisk?.wrap(plainBroker) ?? dieWithParent(unsynced?.wrap(plainBroker) ?? plainBroker)),
    serverOf(databaseDisk?.wrap(plainDatabase) ?? dieWithParent(journals?.wrap(plainDatabase) ?? plainDatabase)),
  );
  const proxyTo = (target: number, kafka: boolean): Promise<TcpProxy> =>
    begun.add(TcpProxy.start(`127.0.0.1:${target}`, { kafka }), (proxy) => proxy.close());
  const [brokerProxy, objectBrokerProxy] = cluster
    ? (cluster.proxies as [TcpProxy, TcpProxy])
    : [await proxyTo(port, true), await proxyTo(port, true)];
  const databaseProxy = await proxyTo(databasePort, false);
  // This address stays the same for tests when the primary changes.
  const testProxy = standby && (await proxyTo(databasePort, false));
  const url = databaseUrl({ port: testProxy?.port ?? databasePort, password });
  const databasePair =
    standby && (await begun.add(DatabasePair.of(standby, database, databaseOptions, [databaseProxy, testProxy!]), (pair) => pair.close()));
  const kill = (): void => {
    for (const each of cluster?.brokers ?? [broker]) each.signal('SIGKILL');
    (databasePair ?? database).signal('SIGKILL');
  };
  await begun.add(Promise.resolve(process.once('exit', kill)), () => process.off('exit', kill));
  const addresses = cluster?.proxies.map(({ address }) => address);
  process.env[BROKERS_VARIABLE] = addresses?.join(',') ?? `127.0.0.1:${port}`;
  process.env[DATABASE_VARIABLE] = url;
  return {
    brokerAddresses: addresses ?? [brokerProxy.address],
    objectBrokerAddresses: addresses ?? [objectBrokerProxy.address],
    cluster,
    broker,
    get database() {
      return databasePair?.server ?? database;
    },
    databasePair,
    brokerFolder: brokerDirectory,
    databaseUrl: url,
    brokerProxy,
    objectBrokerProxy,
    databaseProxy,
    brokerDisk,
    databaseDisk,
    async losePower(random) {
      const disks = cluster?.disks ?? (unsynced ? [unsynced] : []);
      if (disks.length === 0 || !journals) throw new Error('Nobody has recorded what is on the disks of these servers.');
      const servers = [...(cluster?.brokers ?? [broker]), database];
      await Promise.all(servers.map((server) => server.kill()));
      const loss: PowerLoss = { broker: 0, database: { undone: 0, unsynced: 0 } };
      // One after the other, so that the same seed gives the same losses.
      for (const disk of disks) loss.broker += await disk.losePower(random);
      loss.database = await journals.losePower(random);
      await Promise.all(servers.map((server) => server.start()));
      await cluster?.whole();
      return loss;
    },
    backUpDatabase: () => backUpDatabase(database, databaseDirectory, url),
    backUpBroker: () => backUpBroker(broker, brokerDirectory),
    close: () => begun.end(),
  };
}
