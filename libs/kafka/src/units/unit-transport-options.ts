import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { TopicName } from '#contracts/topics.js';
import type { KafkaConnection } from '../connection/connection.js';
import type { PlaceKeeper } from '../consuming/log-places.js';
import type { DeadLetterWriter } from '../dead-letters/dead-letter.js';
import type { UnitProcessor } from './unit-processor.js';

/** The processor of units: methods of controllers (`OnUnit`, `OnAssigned`, `OnMissed`), or an object without a Nest application. */
export type UnitTransportOptions = UnitReading &
  ({ handlers: TopicName; processor?: undefined } | { handlers?: undefined; processor: UnitProcessor });

export interface UnitReading {
  kafka: KafkaConnection;
  groupId: string;
  topic: string;
  /** Number of partitions of the topic. */
  partitions: number;
  /** Keeper of the offsets that the processor stores. */
  places: PlaceKeeper;
  /**
   * Whether processed offsets are durable at once. Then a database that is behind the offsets reported to Kafka was restored from a backup,
   * which is logged.
   */
  storesAtOnce?: boolean;
  /**
   * Most records of a unit. The limit bounds memory, and the work that is repeated after a failure. Heartbeats continue during a unit of
   * any length.
   */
  maxUnitRecords: number;
  /** Most bytes of keys and values in a unit; a single larger record is a separate unit. */
  maxUnitBytes: number;
  /** Milliseconds to wait for more records before a unit is taken, while units have several records; default 0. */
  lingerMs?: number;
  /**
   * Milliseconds for which the broker may wait for more records before it answers a fetch. Without it, readers that nobody waits for spend
   * much of their time on fetches of a few records. Default: the broker answers with the first byte.
   */
  fetchWaitMs?: number;
  /** Headers that the processor needs; others are not decoded, but dead letters have them all. Default: all. */
  headers?: readonly string[];
  deadLetters: DeadLetterWriter;
  /** Awaited before the reader connects, such as for its topic; a rejection ends the process. Returns once the signal is aborted. */
  begins?: (signal: AbortSignal) => Promise<void>;
  /** An offset out of range never jumps to the end, so that missed records are noticed. */
  fromBeginning: true;
  logger: Logger;
  metrics: Registry;
  /** Called when the process must end with a non-zero exit code. */
  onFatal: (error: Error) => void;
  /** Whether the topic is compacted, so that its logs have holes. Default false. */
  compacted?: boolean;
  /** Milliseconds after which the group assigns the partitions of a silent member to others. Default 10,000. */
  sessionTimeoutMs?: number;
}
