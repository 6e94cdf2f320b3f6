/** Ports and folder of the embedded broker. */
export interface BrokerPlace {
  /** Folder of the log segments. */
  dataDir: string;
  port: number;
  controllerPort: number;
  /** True: records are on the disk before they are acknowledged. False: within a second, so a crash of the machine can lose them. */
  fsync?: boolean;
}

export type BrokerProperties = Readonly<Record<string, string | number | boolean>>;

const FLUSH_MS = 1_000;
const MAX_RECORD_BYTES = 8 * 1024 * 1024;

/**
 * The settings of the embedded broker: one node as broker and controller (KRaft), reachable on the loopback only. Sized for two cores: few
 * threads, few internal partitions, and segments that do not reserve disk space.
 * @param others additional settings, which override those with the same name
 */
export function brokerProperties({ dataDir, port, controllerPort, fsync = false }: BrokerPlace, others: BrokerProperties = {}): string {
  const properties: BrokerProperties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `CLIENTS://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `CLIENTS://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'CLIENTS',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': dataDir,

    // After SIGKILL, the broker can only register again once its former session has expired (9 s by default).
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    // Shows how far other nodes are behind, by an empty record, by default twice a second: a fifth of the CPU of a broker without clients.
    'metadata.max.idle.interval.ms': 10_000,

    // A misspelt topic must fail instead of being created with default settings.
    'auto.create.topics.enable': false,
    'default.replication.factor': 1,
    'min.insync.replicas': 1,
    'message.max.bytes': MAX_RECORD_BYTES,
    'replica.fetch.max.bytes': MAX_RECORD_BYTES,
    'log.segment.bytes': 128 * 1024 * 1024,
    'log.index.size.max.bytes': 2 * 1024 * 1024,
    'log.flush.interval.ms': FLUSH_MS,
    'log.flush.scheduler.interval.ms': FLUSH_MS,
    ...(fsync ? { 'log.flush.interval.messages': 1 } : {}),
    'log.retention.check.interval.ms': 60_000,

    'num.network.threads': 2,
    'num.io.threads': 4,
    'background.threads': 2,
    'num.recovery.threads.per.data.dir': 2,
    'num.replica.alter.log.dirs.threads': 1,
    'log.cleaner.dedupe.buffer.size': 32 * 1024 * 1024,

    // With one node, internal topics have one copy, and a group starts without waiting for more members.
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'offsets.retention.minutes': 30 * 24 * 60,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'group.coordinator.threads': 1,
    'group.initial.rebalance.delay.ms': 0,
    ...others,
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
