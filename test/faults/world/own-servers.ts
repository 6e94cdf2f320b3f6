import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBroker } from '#stack/broker/broker-command.js';
import { fetchBrokerJars } from '#stack/broker/broker-jars.js';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import { repositoryRoot } from '#stack/repository-root.js';
import { SmallDisk } from './small-disk.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { BROKERS_VARIABLE, DATABASE_VARIABLE } from '#testing/test-infrastructure.js';

const JARS = join(repositoryRoot, '.waymark/kafka-jars');
const START_TRIES = 20;

/** A server that a fault may kill, freeze and start again. */
class OwnServer {
  constructor(
    private process: ServerProcess,
    private readonly command: ServerCommand,
  ) {}

  /** Whether it is gone without having been asked. */
  get hasEnded(): boolean {
    return !this.process.signal('SIGCONT');
  }

  signal(signal: NodeJS.Signals): void {
    this.process.signal(signal);
  }

  async kill(): Promise<void> {
    this.process.signal('SIGKILL');
    await this.process.exited;
  }

  /** Orderly, as a deploy does it. */
  async stop(): Promise<void> {
    this.process.signal('SIGCONT');
    await this.process.stop();
  }

  /** Starts it again on the same data; a database whose old sessions still end needs a few tries. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.process = await ServerProcess.start(this.command);
        return;
      } catch (error) {
        if (tries >= START_TRIES) throw error;
        await sleep(500);
      }
    }
  }
}

/** A broker and a database of one fault run alone, each behind a proxy for the services. Tests connect past the proxies. */
export interface SmallDisks {
  broker?: number;
  database?: number;
}

export interface OwnServers {
  broker: OwnServer;
  database: OwnServer;
  databaseUrl: string;
  /** Between gateways and projections, and the broker. */
  brokerProxy: TcpProxy;
  /** Between the object services and the broker. */
  objectBrokerProxy: TcpProxy;
  databaseProxy: TcpProxy;
  brokerDisk: SmallDisk | undefined;
  databaseDisk: SmallDisk | undefined;
  close(): Promise<void>;
}

/** With `smallDisks` in MiB either server gets a file system of that size, for the fault of a full disk. */
export async function startOwnServers(smallDisks: SmallDisks = {}): Promise<OwnServers> {
  const directory = await mkdtemp(join(tmpdir(), 'waymark-faults-'));
  const [port, controllerPort, databasePort] = (await freePorts(3)) as [number, number, number];
  await fetchBrokerJars(JARS);
  const brokerDirectory = join(directory, 'broker');
  const plainBroker = await prepareBroker({ directory: brokerDirectory, jars: JARS, logFile: join(directory, 'broker.log'), port, controllerPort, heapMiB: 384 });
  const password = 'faults';
  const databaseDirectory = join(directory, 'database');
  const plainDatabase = await prepareDatabase({
    directory: databaseDirectory,
    logFile: join(directory, 'database.log'),
    port: databasePort,
    password,
    sizes: smallDisks.database === undefined ? { maxConnections: 120, sharedBuffersMiB: 64, maxWalMiB: 512 } : { maxConnections: 60, sharedBuffersMiB: 16, maxWalMiB: 64 },
  });
  const brokerDisk = smallDisks.broker === undefined ? undefined : await SmallDisk.mount(brokerDirectory, smallDisks.broker);
  const databaseDisk = smallDisks.database === undefined ? undefined : await SmallDisk.mount(databaseDirectory, smallDisks.database);
  const brokerCommand = brokerDisk?.wrap(plainBroker) ?? dieWithParent(plainBroker);
  const databaseCommand = databaseDisk?.wrap(plainDatabase) ?? dieWithParent(plainDatabase);
  const [broker, database] = await Promise.all([ServerProcess.start(brokerCommand), ServerProcess.start(databaseCommand)]);
  const url = databaseUrl({ port: databasePort, password });
  const [brokerProxy, objectBrokerProxy, databaseProxy] = await Promise.all([
    TcpProxy.start(`127.0.0.1:${port}`, { kafka: true }),
    TcpProxy.start(`127.0.0.1:${port}`, { kafka: true }),
    TcpProxy.start(`127.0.0.1:${databasePort}`),
  ]);
  process.env[BROKERS_VARIABLE] = `127.0.0.1:${port}`;
  process.env[DATABASE_VARIABLE] = url;
  const own = { broker: new OwnServer(broker, brokerCommand), database: new OwnServer(database, databaseCommand) };
  const kill = (): void => {
    own.broker.signal('SIGKILL');
    own.database.signal('SIGKILL');
  };
  process.once('exit', kill);
  return {
    ...own,
    databaseUrl: url,
    brokerProxy,
    objectBrokerProxy,
    databaseProxy,
    brokerDisk,
    databaseDisk,
    async close() {
      await Promise.all([brokerProxy, objectBrokerProxy, databaseProxy].map((proxy) => proxy.close()));
      await Promise.all([own.broker.stop(), own.database.stop()]);
      process.off('exit', kill);
      await Promise.all([brokerDisk?.close(), databaseDisk?.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
