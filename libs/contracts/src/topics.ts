/**
 * The topics of Waymark and their settings; topics are the contract with downstream systems. The setting `TOPIC_PREFIX` is prepended to
 * their names, so that several installations can share a broker.
 */
export type TopicName =
  | 'object.commands'
  | 'object.outcomes'
  | 'object.events'
  | 'object.state'
  | 'directory.state'
  | 'access.events'
  | 'area.state'
  | 'area.events'
  | 'object.commands.dead-letter'
  | 'object.events.dead-letter';

/** Number of partitions: that of the object topics, that of the topics for replies to gateways, or one. */
type PartitionRule = 'objects' | 'replies' | 'single';

export interface TopicDefinition {
  readonly name: TopicName;
  readonly audience: 'internal' | 'public';
  readonly partitions: PartitionRule;
  readonly config: Readonly<Record<string, string>>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long `object.commands` keeps a command. */
export const COMMANDS_KEPT_MS = 7 * DAY_MS;
/** A record may be as large as the largest accepted body (4 MiB) plus its envelope. */
const MAX_RECORD_BYTES = String(6 * 1024 * 1024);

const NEVER = '9223372036854775807';

/** `compression.type=producer` because the client supports only gzip and zstd. */
const plain = { 'cleanup.policy': 'delete', 'compression.type': 'producer', 'max.message.bytes': MAX_RECORD_BYTES };

export const TOPICS: readonly TopicDefinition[] = [
  { name: 'object.commands', audience: 'internal', partitions: 'objects', config: { ...plain, 'retention.ms': String(COMMANDS_KEPT_MS) } },
  // Not flushed for each record, even if that is the broker's default: these are answers to waiting calls, which a power cut ends anyway.
  {
    name: 'object.outcomes',
    audience: 'internal',
    partitions: 'replies',
    config: { ...plain, 'retention.ms': String(DAY_MS), 'flush.messages': NEVER },
  },
  // Not flushed either: after a power cut, the object service publishes lost records again (decision 29).
  {
    name: 'object.events',
    audience: 'public',
    partitions: 'objects',
    config: { ...plain, 'retention.ms': String(90 * DAY_MS), 'flush.messages': NEVER },
  },
  // Like object.events. Data of erased objects is removed within a day.
  {
    name: 'object.state',
    audience: 'public',
    partitions: 'objects',
    config: {
      ...plain,
      'cleanup.policy': 'compact',
      'min.cleanable.dirty.ratio': '0.5',
      'max.compaction.lag.ms': String(DAY_MS),
      'flush.messages': NEVER,
    },
  },
  // Small, and read completely by every starting process, so closed segments are compacted soon.
  {
    name: 'directory.state',
    audience: 'internal',
    partitions: 'single',
    config: {
      ...plain,
      'cleanup.policy': 'compact',
      'min.cleanable.dirty.ratio': '0.1',
      'segment.ms': String(DAY_MS),
      'delete.retention.ms': String(7 * DAY_MS),
    },
  },
  { name: 'access.events', audience: 'internal', partitions: 'objects', config: { ...plain, 'retention.ms': String(90 * DAY_MS) } },
  // Small compared with objects, and read completely by every process that evaluates positions.
  {
    name: 'area.state',
    audience: 'public',
    partitions: 'single',
    config: { ...plain, 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.5', 'delete.retention.ms': String(7 * DAY_MS) },
  },
  // Like object.events: after a power cut, the area service publishes lost records again.
  {
    name: 'area.events',
    audience: 'public',
    partitions: 'objects',
    config: { ...plain, 'retention.ms': String(90 * DAY_MS), 'flush.messages': NEVER },
  },
  {
    name: 'object.commands.dead-letter',
    audience: 'internal',
    partitions: 'single',
    config: { ...plain, 'retention.ms': String(90 * DAY_MS) },
  },
  {
    name: 'object.events.dead-letter',
    audience: 'internal',
    partitions: 'single',
    config: { ...plain, 'retention.ms': String(90 * DAY_MS) },
  },
];
