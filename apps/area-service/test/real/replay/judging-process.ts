import type { Pool } from 'pg';
import { pino } from 'pino';
import type { AreaCopy } from '#areas/area-copy.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { Tenure } from '#postgres/tenure.js';
import { createMetrics } from '#telemetry/metrics.js';
import { abandon, faultyPool } from '#testing/failing-processes/faulty-pool.js';
import { Life } from '#testing/failing-processes/life.js';
import { LogReader } from '#testing/failing-processes/log-reader.js';
import type { Member } from '#testing/failing-processes/process-group.js';
import type { Random } from '#testing/workload/random.js';
import { judgeMetrics } from '../../../src/judging/judge-metrics.js';
import { Judge } from '../../../src/judging/judge.js';
import { EventPublisher } from '../../../src/publishing/event-publisher.js';
import { areaOutbox, eventRecords } from '../../../src/publishing/event-records.js';
import { CONSUMER } from '../../../src/storage/consumer.js';
import { type EventLog, EventProducer } from './event-log.js';

/** Reports kept for late ones: more than any object of the simulation has. */
export const WINDOW = 64;
const silent = pino({ level: 'silent' });
export interface World {
  databaseUrl: string;
  schema: string;
  copy: AreaCopy;
  /** object.events, by partition. */
  reports: readonly (readonly ConsumedRecord[])[];
  log: EventLog;
  /** Most records of a partition in a unit. */
  unitRecords: number;
  /** Published events are kept for this long, and a power failure loses only newer ones. */
  retentionMs: number;
  random: Random;
  /** Faults that occurred, by kind. */
  tally: Map<string, number>;
}

/** A process of the area service: everything that judges and publishes, with the position in the log that its consumer has. */
export class JudgingProcess implements Member {
  readonly life: Life;
  readonly judge: Judge;
  readonly outbox: KeptOutbox;
  mustRewind = false;
  private readonly pool: Pool;
  private readonly publisher: EventPublisher;
  private readonly reader: LogReader;

  /** @param rate probability of a fault in a step of this process */
  constructor(world: World, rate: number, writeIntervalMs: number) {
    const { databaseUrl, schema, copy, reports, log, unitRecords, retentionMs, random, tally } = world;
    this.life = new Life(random.fork(), rate, tally);
    this.reader = new LogReader({ topic: 'object.events', logs: reports, unitRecords }, random.fork());
    this.pool = faultyPool({ url: databaseUrl, schema, max: 3, applicationName: 'judge', plansByKey: true }, this.life);
    const producer = new EventProducer(log, this.life, random.fork(), rate / 2);
    const tenure = new Tenure(this.pool, CONSUMER);
    const recordOf = eventRecords('');
    const stored = areaOutbox(this.pool, recordOf);
    const rewind = (): void => void (this.mustRewind = true);
    const published = new PublishedLog({
      kafka: undefined as never,
      topic: 'area.events',
      producer,
      givenAway: () => tenure.ended(),
      endsOf: () => producer.endsOf(),
    });
    this.outbox = new KeptOutbox({
      ...stored,
      producer,
      log: published,
      retentionMs,
      logger: silent,
      onLost: () => undefined,
      onLeft: rewind,
    });
    this.publisher = new EventPublisher({ outbox: this.outbox, table: stored.table, tenure, recordOf, logger: silent });
    const ends = new Map(reports.map((records, partition) => [partition, { high: records.length }]));
    this.judge = new Judge({
      pool: this.pool,
      copy,
      publisher: this.publisher,
      window: { maxReports: WINDOW, maxSeconds: 86_400 },
      cachedTracks: random.pick([2, 100]),
      writeIntervalMs,
      rewind,
      logEnds: () =>
        this.life.step(
          () => Promise.resolve(ends),
          () => new Error('simulated: no answer'),
        ),
      metrics: judgeMetrics(createMetrics('test'), () => copy.size),
    });
  }

  async assign(partitions: readonly number[]): Promise<void> {
    this.mustRewind = false;
    await this.reader.start(() => this.judge.assigned(partitions));
  }

  /** Judges the next records of the assigned partitions. @returns whether there were any */
  deliver(): Promise<boolean> {
    return this.reader.deliver((unit) => this.judge.process(unit));
  }

  get isThrough(): boolean {
    return this.reader.isThrough;
  }

  async kill(): Promise<void> {
    this.life.die();
    void this.publisher.stop().catch(() => undefined);
    await abandon(this.pool);
  }
}
