/**
 * The topics of Waymark and their settings (design: topics are the contract for downstream systems).
 * Names are prefixed by the setting `TOPIC_PREFIX` so that several installations can share a broker.
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

/** How many partitions a topic has: as many as the object topics, as many as gateways may listen on, or one. */
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

/** `compression.type=producer` because the client understands gzip and zstd only. */
const plain = { 'cleanup.policy': 'delete', 'compression.type': 'producer', 'max.message.bytes': MAX_RECORD_BYTES };

export const TOPICS: readonly TopicDefinition[] = [
  { name: 'object.commands', audience: 'internal', partitions: 'objects', config: { ...plain, 'retention.ms': String(COMMANDS_KEPT_MS) } },
  // No flush of each record, where the broker does that: answers to callers that wait, which a power cut ends.
  {
    name: 'object.outcomes',
    audience: 'internal',
    partitions: 'replies',
    config: { ...plain, 'retention.ms': String(DAY_MS), 'flush.messages': NEVER },
  },
  // Nor here: the object service publishes again what a power cut takes (decision 29).
  {
    name: 'object.events',
    audience: 'public',
    partitions: 'objects',
    config: { ...plain, 'retention.ms': String(90 * DAY_MS), 'flush.messages': NEVER },
  },
  // The same. What was erased is gone from it within a day.
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
  // Small, and read whole by every process that starts: closed segments are compacted soon.
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
  // Small compared with objects, and read whole by every process that judges positions.
  {
    name: 'area.state',
    audience: 'public',
    partitions: 'single',
    config: { ...plain, 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.5', 'delete.retention.ms': String(7 * DAY_MS) },
  },
  // As object.events: the area service publishes again what a power cut takes.
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
