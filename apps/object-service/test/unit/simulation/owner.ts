import { pino } from 'pino';
import { Registry } from 'prom-client';
import { consumerMetrics } from '#kafka/consuming/consumer-metrics.js';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { PublishedLog } from '#kafka/producing/published-log.js';
import { UnitBuffer } from '#kafka/units/unit-buffer.js';
import { UnitRunner } from '#kafka/units/unit-runner.js';
import { pause } from '#lifecycle/abortable-pause.js';
import { KeptOutbox } from '#postgres/kept-outbox.js';
import { RememberedJson } from '#postgres/remembered-json.js';
import { Tenure } from '#postgres/tenure.js';
import { CommandDecoder } from '../../../src/commands/command-decoder.js';
import { HeldOffsets } from '../../../src/publishing/held-offsets.js';
import { objectOutbox, objectsInOutbox } from '../../../src/publishing/object-outbox.js';
import { OutgoingRecords } from '../../../src/publishing/outgoing-records.js';
import { StatePublisher } from '../../../src/publishing/state-publisher.js';
import { UnitPublisher } from '../../../src/publishing/unit-publisher.js';
import type { ObjectLimits } from '../../../src/quotas/grant-rules.js';
import { ObjectQuotas } from '../../../src/quotas/object-quotas.js';
import { CONSUMER } from '../../../src/storage/consumer.js';
import { ObjectUnitProcessor } from '../../../src/unit/object-unit-processor.js';
import { UnitMetrics } from '../../../src/unit/unit-metrics.js';
import { type FakeBroker, FakeProducer } from './fake-broker.js';
import type { FakeDatabase } from './fake-database.js';
import { FakePool, type Surroundings } from './fake-pool.js';
import { ProcessLife } from './process-life.js';

export const PARTITIONS = 3;
export const REPLY_PARTITIONS = 2;
export const COMMANDS = 'object.commands';

const STATE_INTERVAL_MS = 1000;
const TIDY_MS = 250;
/** Longer than the writes that a power cut can destroy (simulation.ts). */
const OUTBOX_KEPT_MS = 10_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const IN_HAND_WAIT_MS = 5000;
const CLOSE_WAIT_MS = 10_000;
const LAST_WORDS_MS = 4000;
const MAX_FETCH_RECORDS = 12;

/** Limits of workspaces, lower than the number of objects that they try to create. */
export const LIMITS: Readonly<Record<string, ObjectLimits>> = {
  south: { objects: 2, newObjectsPerDay: null },
  west: { objects: 3, newObjectsPerDay: 4 },
};
const NO_LIMITS: ObjectLimits = { objects: null, newObjectsPerDay: null };

// Shared by all owners, because they keep no state that could affect a run.
const logger = pino({ level: 'silent' });
const registry = new Registry();
const unitMetrics = new UnitMetrics(registry);
const kafkaMetrics = consumerMetrics(registry);
const decoder = new CommandDecoder(PARTITIONS, REPLY_PARTITIONS);

/**
 * One process of the object service: its real parts, connected as in its modules. It replaces kafkajs, and handles an assignment like the
 * unit transport. Its clock, network and death are simulated.
 */
export class Owner {
  readonly life: ProcessLife;
  private readonly pool: FakePool;
  private readonly units: UnitPublisher;
  private readonly states: StatePublisher;
  private readonly outbox: KeptOutbox;
  private readonly processor: ObjectUnitProcessor;
  private readonly buffer = new UnitBuffer({ maxUnitRecords: 16, maxUnitBytes: 1_000_000 });
  private readonly runner: UnitRunner;
  private readonly around: Surroundings;
  private assignment = new AbortController();
  private readonly closing = new AbortController();
  private assigned: readonly number[] = [];
  private positions = new Map<number, number>();
  private fetching = false;
  private lostInARow = 0;

  constructor(
    around: Omit<Surroundings, 'life'>,
    private readonly broker: FakeBroker,
    database: FakeDatabase,
  ) {
    this.life = new ProcessLife(around.time);
    this.around = { ...around, life: this.life };
    this.pool = new FakePool(this.around, database);
    const pool = this.pool.asPool;
    const [unitProducer, stateProducer] = [new FakeProducer(this.around, broker), new FakeProducer(this.around, broker)];
    const tenure = new Tenure(pool, CONSUMER);
    const logOf = (producer: FakeProducer, topic: string): PublishedLog =>
      new PublishedLog({
        kafka: undefined as never,
        topic,
        producer,
        givenAway: () => tenure.ended(),
        endsOf: () => producer.logEnds(topic, PARTITIONS),
      });
    const held = new HeldOffsets();
    const records = new OutgoingRecords('');
    const stored = objectOutbox(pool, records);
    this.outbox = new KeptOutbox({
      ...stored,
      producer: unitProducer.asProducer,
      log: logOf(unitProducer, 'object.events'),
      retentionMs: OUTBOX_KEPT_MS,
      logger,
      onLost: () => undefined,
      onLeft: () => void this.ownershipLost(),
    });
    this.units = new UnitPublisher(unitProducer.asProducer, this.outbox, logger);
    this.states = new StatePublisher({
      pool,
      producer: stateProducer.asProducer,
      tenure,
      log: logOf(stateProducer, 'object.state'),
      onLeft: () => void this.ownershipLost(),
      recentlyChanged: (partition) => objectsInOutbox(stored, partition),
      records,
      held,
      intervalMs: STATE_INTERVAL_MS,
      logger,
      onLost: () => undefined,
    });
    this.processor = new ObjectUnitProcessor({
      pool,
      decoder,
      held,
      objects: new RememberedJson(100),
      units: this.units,
      tenure,
      outbox: this.outbox,
      states: this.states,
      records,
      metrics: unitMetrics,
      quotas: new ObjectQuotas({
        pool,
        limits: { complete: true, limitsOf: (workspace) => LIMITS[workspace] ?? NO_LIMITS },
        known: () => Promise.resolve(),
      }),
    });
    this.runner = new UnitRunner({
      topic: COMMANDS,
      processor: this.processor,
      buffer: this.buffer,
      deadLetters: new DeadLetterWriter(unitProducer.asProducer),
      logger,
      metrics: kafkaMetrics,
      onProcessed: () => {
        this.lostInARow = 0;
        this.fetchSoon();
      },
      onOwnershipLost: () => void this.ownershipLost(),
    });
    this.every(STATE_INTERVAL_MS, () => void this.states.flush());
    this.every(TIDY_MS, () => void this.outbox.tidy());
  }

  /** Whether there is nothing left to publish. */
  get quiet(): boolean {
    return this.states.waiting === 0 && this.units.unpublished === 0 && !this.runner.busy;
  }

  /** GROUP_JOIN. */
  joined(partitions: readonly number[]): void {
    this.assigned = partitions;
    void this.position();
  }

  /** The broker has restarted. */
  connectionLost(): void {
    this.life.pass(() => void this.position());
  }

  /** There may be something to read. */
  fetchSoon(): void {
    if (this.fetching || this.life.state === 'dead') return;
    this.fetching = true;
    this.around.time.after(this.around.random.integer(1, 12), () =>
      this.life.pass(() => {
        this.fetching = false;
        this.fetch();
      }),
    );
  }

  crash(): void {
    this.life.die();
    this.pool.abandon();
  }

  /** SIGTERM, in the order of UnitTransport.close and PublishingModule.onApplicationShutdown. `left` is called when the group was left. */
  async leave(left: () => void): Promise<void> {
    this.runner.stop();
    await this.runner.idle(CLOSE_WAIT_MS);
    this.closing.abort();
    this.assignment.abort();
    this.buffer.clear();
    left();
    await this.units.idle(LAST_WORDS_MS).catch(() => undefined);
    this.units.stop();
    await this.states.close();
    await this.outbox.tidy();
    this.crash();
  }

  private every(milliseconds: number, action: () => void): void {
    this.around.time.after(milliseconds, () => {
      if (this.life.state === 'dead' || this.closing.signal.aborted) return;
      if (this.life.state === 'running') action();
      this.every(milliseconds, action);
    });
  }

  private reassign(): AbortSignal {
    this.assignment.abort();
    this.assignment = new AbortController();
    this.runner.reassign();
    this.positions = new Map();
    return this.assignment.signal;
  }

  private async position(): Promise<void> {
    const signal = this.reassign();
    await this.runner.idle(IN_HAND_WAIT_MS);
    for (
      let wait = FIRST_RETRY_MS;
      !signal.aborted && !this.closing.signal.aborted && this.assigned.length > 0;
      wait = Math.min(wait * 2, LAST_RETRY_MS)
    ) {
      try {
        const offsets = await this.processor.assigned(this.assigned);
        if (signal.aborted) return;
        this.positions = new Map(this.assigned.map((partition) => [partition, offsets.get(partition) ?? 0]));
        this.fetchSoon();
        return;
      } catch {
        await pause(wait, signal);
      }
    }
  }

  private async ownershipLost(): Promise<void> {
    this.lostInARow++;
    const signal = this.reassign();
    await pause(Math.min(FIRST_RETRY_MS * 2 ** this.lostInARow, LAST_RETRY_MS), signal);
    if (!signal.aborted && !this.closing.signal.aborted) await this.position();
  }

  private fetch(): void {
    if (this.closing.signal.aborted) return;
    // Like UnitTransport: during a unit, only the next one is fetched ahead.
    if (this.buffer.isFull || (this.runner.busy && this.buffer.hasBatches)) return;
    let more = false;
    for (const [partition, position] of this.positions) {
      const log = this.broker.log(COMMANDS, partition);
      const stored = log.slice(position, position + this.around.random.integer(1, MAX_FETCH_RECORDS));
      if (stored.length === 0) continue;
      const nextOffset = position + stored.length;
      const records = stored.map(({ offset, value, storedAt }) => ({
        topic: COMMANDS,
        partition,
        offset,
        timestamp: storedAt,
        key: null,
        value,
        headers: {},
      }));
      this.buffer.add({ topic: COMMANDS, partition, firstOffset: position, nextOffset, records });
      this.positions.set(partition, nextOffset);
      more ||= nextOffset < log.length;
    }
    this.runner.wake();
    if (more) this.fetchSoon();
  }
}
