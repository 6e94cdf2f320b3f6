import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { brokerAccess } from '#kafka/connection/broker-settings.js';
import { createKafka } from '#kafka/connection/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { topicName } from '#kafka/topics/topics.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import { createPool } from '#postgres/pool.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { AreaProjector } from '../projecting/area-projector.js';
import { createEventsTransport, type EventsSource } from '../projecting/events-transport.js';
import { logBounds, logStarts } from '../projecting/log-bounds.js';
import { projectionMetrics } from '../projecting/projection-metrics.js';
import { Projector } from '../projecting/projector.js';
import { PieceKeeper } from '../storage/piece-keeper.js';
import { partitionedTables } from '../storage/time-partitions.js';
import { BaseStates, CONSUMER as BASE } from './base-states.js';
import { LogGaps } from './log-gaps.js';
import { lagOf } from './swap-schemas.js';

export interface ReadingOptions {
  config: Config;
  logger: Logger;
  /** The schema that serves reads. */
  schema: string;
  next: string;
  /** Connections whose search path begins with the former projection. */
  admin: Pool;
  /** Called with lines about the progress. */
  report: (line: string) => void;
  /** Aborted to stop the rebuild. */
  signal?: AbortSignal;
}

const POLL_MS = 250;
const REPORT_EVERY_MS = 2_000;
const GROUP = 'projection-rebuild';
const NEVER = { drop: (): Promise<boolean> => Promise.resolve(false) };

/** Reads the topics into a schema next to the one that is served. */
export class NextSchemaReader {
  readonly source: EventsSource;
  /** Connections whose search path begins with the schema that is being filled. */
  readonly pool: Pool;
  readonly pieces: PieceKeeper;
  readonly bases: BaseStates;
  readonly gaps: LogGaps;
  private readonly registry = createMetrics('projection-rebuild');
  private readonly producer: CoalescingProducer;
  private readonly stopping = new AbortController();
  private readonly transports: UnitTransport[] = [];
  private readonly failed: Promise<never>;
  private fail: (error: Error) => void = () => undefined;

  constructor(private readonly options: ReadingOptions) {
    const { config, logger, schema, next, signal } = options;
    const kafka = createKafka({ ...brokerAccess(config), clientId: `${config.instanceId}-rebuild`, logger });
    this.source = { kafka, topicPrefix: config.topicPrefix, objectPartitions: config.objectPartitions };
    this.pool = createPool({
      url: config.databaseUrl,
      schema: next,
      max: 3,
      applicationName: 'waymark-rebuild',
      plansByKey: true,
      pipeline: true,
    });
    this.producer = new CoalescingProducer({ kafka, maxQueuedBytes: 32 * 1024 * 1024, logger });
    // Without a dropper for the history: a legal hold may keep its rows, which the service checks after the swap.
    this.pieces = new PieceKeeper(
      this.pool,
      partitionedTables({ historyDays: config.historyRetentionDays, feedDays: config.feedRetentionDays }),
      logger,
      NEVER,
    );
    this.bases = new BaseStates(this.pool);
    this.gaps = new LogGaps(this.pool, { schema, next });
    this.failed = new Promise<never>((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
    signal?.addEventListener('abort', () => this.fail(new Error('The rebuild was stopped; nothing was swapped.')), { once: true });
  }

  /** Opens the connections for writing; the topics are not read yet. */
  async open(): Promise<void> {
    await this.pieces.start(new UpkeepTasks(this.registry, this.options.logger));
    await this.producer.connect();
  }

  /** Starts to read events from the schema's offsets. @param fillsGaps whether it also gets data that the log lacks */
  listen({ fillsGaps }: { fillsGaps: boolean }): void {
    const { config, logger, next } = this.options;
    const { source, pool, pieces, registry, producer, bases, gaps } = this;
    const objects = new Projector({
      pool,
      schema: next,
      pieces,
      logStarts: () => logStarts(source),
      stateCacheObjects: config.stateCacheObjects,
      metrics: projectionMetrics(registry),
      logger,
      ...(fillsGaps && {
        basesOf: (externalIds) => bases.basesOf(externalIds),
        noteMissing: (client, missing) => gaps.note(client, missing),
      }),
    });
    const areas = new AreaProjector({
      pool,
      schema: next,
      pieces,
      first: config.objectPartitions,
      source,
      registry,
      logger,
      stopping: this.stopping.signal,
    });
    const given = {
      ...source,
      pool,
      producer,
      unitRecords: config.unitRecords,
      unitBytes: config.unitBytes,
      logger,
      metrics: registry,
      onFatal: this.fail,
    };
    this.transports.push(
      createEventsTransport({ ...given, topic: 'object.events', groupId: GROUP, processor: objects }),
      createEventsTransport({ ...given, topic: 'area.events', groupId: `${GROUP}-areas`, processor: areas }),
    );
    for (const transport of this.transports) transport.listen(() => undefined);
  }

  /** Resolves when no partition is behind the schema that serves reads. */
  async caughtUp(): Promise<void> {
    const { admin, schema } = this.options;
    await this.unlessFailed(this.until(() => lagOf(admin, schema), 'events behind the old projection'));
  }

  /** Waits for the work. @throws as soon as reading fails or is stopped */
  unlessFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.failed, work]);
  }

  /** Reads the newest states as bases of older objects, if the log of events no longer has its beginning. */
  async readBases(): Promise<void> {
    const { config, logger, report } = this.options;
    const { source, bases, producer } = this;
    report('The log of events no longer has its beginning: reading object.state first.');
    const transport = new UnitTransport({
      kafka: source.kafka,
      groupId: `${config.topicPrefix}${GROUP}-base`,
      topic: topicName(config.topicPrefix, 'object.state'),
      partitions: config.objectPartitions,
      processor: bases,
      places: new StoredPlaces(bases.pool, BASE),
      maxUnitRecords: config.unitRecords,
      maxUnitBytes: config.unitBytes,
      deadLetters: new DeadLetterWriter(producer),
      fromBeginning: true,
      compacted: true,
      logger,
      // A separate registry, since the series would collide with those of the consumer of events.
      metrics: createMetrics('projection-rebuild-base'),
      onFatal: this.fail,
    });
    try {
      transport.listen(() => undefined);
      const ends = await logBounds(source, 'object.state');
      const left = async (): Promise<number> => {
        const position = await bases.position();
        return [...ends].reduce(
          (sum, [partition, { low, high }]) => sum + (high > low ? Math.max(0, high - Math.max(low, position.get(partition) ?? 0)) : 0),
          0,
        );
      };
      await this.unlessFailed(this.until(left, 'states to read'));
    } finally {
      await transport.close();
    }
  }

  private async until(left: () => Promise<number>, what: string): Promise<void> {
    for (let reportedAt = 0; !this.stopping.signal.aborted; await sleep(POLL_MS)) {
      const now = await left();
      if (now === 0) return;
      if (performance.now() - reportedAt < REPORT_EVERY_MS && reportedAt > 0) continue;
      reportedAt = performance.now();
      this.options.report(`${now} ${what}`);
    }
  }

  /** Stops reading after writing the current unit. */
  async halt(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.transports.map((transport) => transport.close()));
  }

  async close(): Promise<void> {
    await this.pieces.stop();
    await this.halt();
    await this.producer.close();
    await this.pool.end();
  }
}
