import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKafka } from '#kafka/connection/connection.js';
import { prepareBroker } from '#stack/broker/broker-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { createLogger } from '#telemetry/logger.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { OwnServer } from './own-server.js';
import { UnsyncedDisk } from './unsynced-disk.js';

const BROKERS = 3;
const HEAP_MIB = 320;
/** The time within which all copies are complete again. */
const WHOLE_WITHIN_MS = 90_000;

/**
 * Three brokers on this machine, each of them broker and controller (KRaft). Everything has three copies, two of which
 * must have a record before it is acknowledged. With `losesPower` the contents of their disks are recorded and they flush
 * each record, as with docker compose; otherwise the copies replace the flush. Clients and brokers reach each broker
 * through a proxy.
 */
export class BrokerCluster {
  private constructor(
    readonly brokers: readonly OwnServer[],
    readonly proxies: readonly TcpProxy[],
    private readonly directories: readonly string[],
    /** One for each broker; empty if the contents of the disks are not recorded. */
    readonly disks: readonly UnsyncedDisk[],
    /** Writes the settings and, if the storage is gone, a new storage. */
    private readonly prepare: (index: number) => Promise<ServerCommand>,
  ) {}

  static async start(directory: string, jars: string, losesPower: boolean): Promise<BrokerCluster> {
    const ports = await freePorts(2 * BROKERS);
    const proxies = await Promise.all(ports.slice(0, BROKERS).map((port) => TcpProxy.start(`127.0.0.1:${port}`)));
    const voters = ports.slice(BROKERS).map((port, index) => `${index + 1}@127.0.0.1:${port}`);
    const clusterId = randomBytes(16).toString('base64url');
    const directories = proxies.map((_, index) => join(directory, `broker-${index + 1}`));
    const disks: UnsyncedDisk[] = [];
    if (losesPower) for (const each of directories) disks.push(await UnsyncedDisk.in(each));
    const prepare = async (index: number): Promise<ServerCommand> => {
      const command = await prepareBroker({
        directory: directories[index]!,
        jars,
        logFile: join(directory, `broker-${index + 1}.log`),
        port: ports[index]!,
        controllerPort: ports[BROKERS + index]!,
        heapMiB: HEAP_MIB,
        shortLived: true,
        fsync: losesPower,
        clusterId,
        others: {
          'node.id': index + 1,
          'controller.quorum.voters': voters.join(','),
          'advertised.listeners': `CLIENTS://${proxies[index]!.address}`,
          'default.replication.factor': BROKERS,
          'min.insync.replicas': 2,
          'unclean.leader.election.enable': false,
          'offsets.topic.replication.factor': BROKERS,
          'transaction.state.log.replication.factor': BROKERS,
          'share.coordinator.state.topic.replication.factor': BROKERS,
          // Commits stop waiting for a copy that has been behind for this time.
          'replica.lag.time.max.ms': 5_000,
          'controller.quorum.election.timeout.ms': 2_000,
          'controller.quorum.fetch.timeout.ms': 4_000,
          // The default, as in clusters.
          'metadata.max.idle.interval.ms': 500,
        },
      });
      return dieWithParent(disks[index]?.wrap(command) ?? command);
    };
    try {
      const commands = await Promise.all(directories.map((_, index) => prepare(index)));
      const brokers = await Promise.all(commands.map((command) => OwnServer.start(command)));
      const cluster = new BrokerCluster(brokers, proxies, directories, disks, prepare);
      await cluster.whole();
      return cluster;
    } catch (error) {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      throw error;
    }
  }

  /** Deletes everything on a broker's disk; the broker starts with an empty one, and copies from the others. */
  async loseDisk(index: number): Promise<void> {
    await this.brokers[index]!.kill();
    await rm(join(this.directories[index]!, 'log'), { recursive: true });
    await this.prepare(index);
    await this.brokers[index]!.start();
  }

  /** Resolves when each partition has all its copies again. @throws Error when that takes too long */
  async whole(): Promise<void> {
    const kafka = createKafka({
      brokers: this.proxies.map(({ address }) => address),
      clientId: 'cluster-watch',
      logger: createLogger({ service: 'test', instance: 'cluster', level: 'silent' }),
    });
    const deadline = performance.now() + WHOLE_WITHIN_MS;
    for (let missing: string; ;) {
      const admin = kafka.admin();
      try {
        await admin.connect();
        const { brokers } = await admin.describeCluster();
        const { topics } = await admin.fetchTopicMetadata();
        const behind = topics.flatMap(({ name, partitions }) =>
          partitions.filter(({ isr, replicas }) => isr.length < replicas.length).map(({ partitionId }) => `${name}/${partitionId}`),
        );
        if (brokers.length === BROKERS && behind.length === 0) return;
        missing = `${brokers.length} brokers, and without all copies: ${behind.slice(0, 5).join(', ')}`;
      } catch (error) {
        missing = String(error);
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
      if (performance.now() > deadline) throw new Error(`The cluster is not whole again: ${missing}`);
      await sleep(500);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.brokers.map((broker) => broker.kill()));
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
  }
}
