import type { Pool } from 'pg';
import { pino } from 'pino';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { createMetrics } from '#telemetry/metrics.js';
import { abandon, faultyPool } from '#testing/failing-processes/faulty-pool.js';
import { Life } from '#testing/failing-processes/life.js';
import { LogReader } from '#testing/failing-processes/log-reader.js';
import type { Member } from '#testing/failing-processes/process-group.js';
import type { Random } from '#testing/workload/random.js';
import { takeSlice } from '../../../src/heat/heat-slices.js';
import { ObservationPieces } from '../../../src/tables/observation-pieces.js';
import { Facets, numberedFields } from '../../../src/writing/facets.js';
import { ObjectEventsProcessor } from '../../../src/writing/object-events-processor.js';
import { ObjectFolder } from '../../../src/writing/object-folder.js';
import { ReportMetrics } from '../../../src/writing/report-metrics.js';

const OBSERVATION_DAYS = 60;
const silent = pino({ level: 'silent' });

export interface World {
  databaseUrl: string;
  schema: string;
  /** object.events, by partition. */
  changes: readonly (readonly ConsumedRecord[])[];
  /** The end of the last slice of the heat. */
  heatUntil: number;
  /** Most records of a partition in a unit. */
  unitRecords: number;
  random: Random;
  /** Faults that occurred, by kind. */
  tally: Map<string, number>;
}

/** A process of the report service: everything that turns object.events into observations and sums. */
export class ReportingProcess implements Member {
  readonly life: Life;
  mustRewind = false;
  private readonly pool: Pool;
  private readonly processor: ObjectEventsProcessor;
  private readonly reader: LogReader;

  /** @param rate probability of a fault in a step of this process */
  constructor(
    private readonly world: World,
    rate: number,
    writeIntervalMs: number,
  ) {
    const { databaseUrl, schema, changes, unitRecords, random, tally } = world;
    this.life = new Life(random.fork(), rate, tally);
    this.reader = new LogReader({ topic: 'object.events', logs: changes, unitRecords }, random.fork());
    this.pool = faultyPool({ url: databaseUrl, schema, max: 3, applicationName: 'reports', plansByKey: true }, this.life);
    const facets = new Facets(this.pool);
    this.processor = new ObjectEventsProcessor({
      pool: this.pool,
      pieces: new ObservationPieces(this.pool, OBSERVATION_DAYS),
      facets,
      folder: new ObjectFolder(facets, numberedFields(this.pool), random.pick([0, 2, 100]), () => true),
      metrics: new ReportMetrics(createMetrics('test')),
      logger: silent,
      writeIntervalMs,
      fewEvents: random.pick([0, 10, 1000]),
      rewind: () => (this.mustRewind = true),
    });
  }

  async assign(partitions: readonly number[]): Promise<void> {
    this.mustRewind = false;
    await this.reader.start(() => this.processor.assigned(partitions));
  }

  /** Processes the next records of the assigned partitions. @returns whether there were any */
  deliver(): Promise<boolean> {
    return this.reader.deliver((unit) => this.processor.process(unit));
  }

  /** Counts the next slice of the heat. @returns false if there is none */
  takeSlice(): Promise<boolean> {
    return takeSlice(this.pool, this.world.heatUntil);
  }

  get isThrough(): boolean {
    return this.reader.isThrough;
  }

  async kill(): Promise<void> {
    this.life.die();
    this.processor.stop();
    await abandon(this.pool);
  }
}
