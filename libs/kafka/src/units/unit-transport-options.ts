import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { TopicName } from '#contracts/topics.js';
import type { KafkaConnection } from '../connection/connection.js';
import type { PlaceKeeper } from '../consuming/log-places.js';
import type { DeadLetterWriter } from '../dead-letters/dead-letter.js';
import type { UnitProcessor } from './unit-processor.js';

/** The processor of the units: methods of controllers (`OnUnit`, `OnAssigned`, `OnMissed`), or an object where there is no application. */
export type UnitTransportOptions = UnitReading &
  ({ handlers: TopicName; processor?: undefined } | { handlers?: undefined; processor: UnitProcessor });

export interface UnitReading {
  kafka: KafkaConnection;
  groupId: string;
  topic: string;
  /** Number of partitions of the topic. */
  partitions: number;
  /** Of the offsets that the processor stores. */
  places: PlaceKeeper;
  /**
   * True: what is processed is stored for good, so a database that is behind what was reported to Kafka was restored
   * from a backup, and that is said.
   */
  storesAtOnce?: boolean;
  /**
   * Records of a unit. Heartbeats continue during it, however long it takes; the limit bounds memory, and the work that is
   * repeated after a failure.
   */
  maxUnitRecords: number;
  /** Keys and values of a unit; a single larger record is a separate unit. */
  maxUnitBytes: number;
  /** How long to wait for more before a unit is taken, while units hold several records; milliseconds, default 0. */
  lingerMs?: number;
  /**
   * How long the broker may wait for more before it answers a fetch; milliseconds. A reader that nobody waits for spends a large part of
   * its time on fetches of a few records. Default: an answer comes with the first byte.
   */
  fetchPatienceMs?: number;
  /**
   * Headers that the processor reads; others are not decoded. For processors that set nothing aside: a dead letter
   * would lack them. Default: all.
   */
  headers?: readonly string[];
  deadLetters: DeadLetterWriter;
  /** Waited for before the reader connects, such as for its topic; a rejection ends the process. Returns early when the signal is given. */
  begins?: (signal: AbortSignal) => Promise<void>;
  /** Out of range never jumps to the end: missed records must be noticed. */
  fromBeginning: true;
  logger: Logger;
  metrics: Registry;
  /** Called when the process must end with a code other than zero. */
  onFatal: (error: Error) => void;
  /** True for compacted topics, whose logs have holes. Default false. */
  compacted?: boolean;
  /** Default 10,000; the group gives the partitions away after it. */
  sessionTimeoutMs?: number;
}
