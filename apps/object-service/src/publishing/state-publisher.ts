import type { Pool } from 'pg';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { sendUntilDone } from '#kafka/producing/persistent-send.js';
import type { PublishedLog } from '#kafka/producing/published-log.js';
import { RecordTooLargeError } from '#kafka/producing/send-errors.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { isErased, type KeptObject } from '#object-rules/object.js';
import { LOST } from '#postgres/outbox-table.js';
import type { Tenure } from '#postgres/tenure.js';
import type { Logger } from '#telemetry/logger.js';
import { loadObjects } from '../storage/load-objects.js';
import { noteLostStates, type PartitionProgress, raiseWatermarks, storedProgress } from '../storage/published-places.js';
import { DirtyStates } from './dirty-states.js';
import type { HeldOffsets } from './held-offsets.js';
import { OutgoingRecords, type StateRecord } from './outgoing-records.js';

type States = Map<string, StateRecord | null>;

export interface StatePublisherOptions {
  pool: Pool;
  producer: CoalescingProducer;
  tenure: Pick<Tenure, 'publisher' | 'ended'>;
  /** The log of `object.state`, as the producer has written it. */
  log: PublishedLog;
  /** Called when another process publishes some of the partitions; they must be assigned again (`take`). */
  onLeft: () => void;
  /**
   * Ids of the objects of a partition that changed in the last seconds, whose states are published again after the broker has lost
   * records.
   */
  recentlyChanged: (partition: number) => Promise<Iterable<string>>;
  records: OutgoingRecords;
  held: HeldOffsets;
  intervalMs: number;
  logger: Logger;
  /** Called when the broker has lost acknowledged records, with the number of states that are published again. */
  onLost: (states: number) => void;
  /** Milliseconds after a send with an unknown outcome until its objects are published once more. Default 15,000. */
  repeatAfterMs?: number;
}

const SEND_RECORDS = 2000;
/** Far below the producer's limit, even if each character takes several bytes in UTF-8. */
const SEND_CHARACTERS = 4 * 1024 * 1024;
const LOAD_OBJECTS = 2000;
/** Number of waiting states above which a unit of work waits until states are published. */
const MAX_WAITING = 50_000;

/**
 * Keeps `object.state` up to date: publishes the state of each changed object at most once per interval, and always the last state.
 * For an erased object it publishes a record without a value, so that compaction removes the key. Unacknowledged states stay dirty;
 * after a restart, the commands between the stored watermark and the offset show which ones they are.
 */
export class StatePublisher {
  private readonly dirty = new DirtyStates();
  private readonly stopping = new AbortController();
  /** The last written watermarks; unchanged ones are not written again. */
  private readonly raised = new Map<number, number>();
  /** Partitions that other processes publish now; they find the waiting states between the watermark and the offset. */
  private left: ReadonlySet<number> = new Set();
  /** How often states turned out to be lost on the broker. */
  private lostTails = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<boolean> | undefined;
  private readonly repeats: { at: number; partition: number; externalIds: string[] }[] = [];
  /** Objects with a possibly unfinished send of a former owner, by partition. */
  private inherited = new Map<number, Set<string>>();

  constructor(private readonly options: StatePublisherOptions) {}

  get waiting(): number {
    return this.dirty.size;
  }

  start(): void {
    this.timer = setInterval(() => {
      void this.flush();
    }, this.options.intervalMs);
  }

  /** Adds a newly committed state. */
  changed(partition: number, state: StateRecord): void {
    this.dirty.put(partition, state.externalId, state);
  }

  /** Adds a newly committed state that is too large to keep in memory: it is read from Postgres when its turn comes. */
  changedUnheld(partition: number, externalId: string): void {
    this.dirty.put(partition, externalId, null);
  }

  /**
   * Adds an object whose newest state a former owner may not have published, or may have sent without an acknowledgement. That send
   * can still arrive after ours, so the state is published now and once more later.
   */
  suspect(partition: number, externalId: string): void {
    this.dirty.put(partition, externalId, null);
    let externalIds = this.inherited.get(partition);
    if (externalIds === undefined) this.inherited.set(partition, (externalIds = new Set()));
    externalIds.add(externalId);
  }

  /** Call it when partitions are assigned. */
  take(partitions: readonly number[], progress: ReadonlyMap<number, PartitionProgress>): void {
    this.dirty.keepOnly(partitions);
    this.raised.clear();
    this.left = new Set();
    this.options.log.begin([...progress].map(([partition, { statesEnd }]) => [partition, statesEnd]));
  }

  /** Resolves when there is room for more waiting states. */
  async room(): Promise<void> {
    if (this.dirty.size >= MAX_WAITING) await this.flush();
  }

  /**
   * Publishes the waiting states; concurrent calls share one pass. Failures are logged, and failed states wait again.
   * @returns whether all states that waited at the start of the pass were published
   */
  flush(): Promise<boolean> {
    this.flushing ??= this.pass().finally(() => (this.flushing = undefined));
    return this.flushing;
  }

  /** Publishes the waiting states and stops. Limited by the producer's time-out for sends. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flushing;
    await this.flush();
    this.stopping.abort();
  }

  private async pass(): Promise<boolean> {
    const done = await this.publishDirty();
    await this.publishDue();
    return done;
  }

  private async isConnected(): Promise<boolean> {
    try {
      await this.connection();
      return true;
    } catch (error) {
      const { waiting } = this;
      if (waiting > 0) this.options.logger.warn({ error: String(error), waiting }, 'states are waiting for the broker');
      return false;
    }
  }

  /**
   * The number of the connection on which the next states are sent. On a new connection, objects whose states the broker may have
   * lost become dirty.
   * @throws BrokerUnavailableError or an error of the database: try again
   */
  private async connection(): Promise<number> {
    const { log, pool, recentlyChanged, onLost, logger } = this.options;
    for (;;) {
      const { connection, shorter, givenAway } = await log.compare();
      if (givenAway !== undefined) this.leave(givenAway);
      if (shorter.size === 0) return connection;
      const partitions = [...shorter.keys()];
      // So that a process that takes over before these states are published publishes them as well.
      await noteLostStates(pool, partitions);
      for (const partition of partitions) {
        const end = log.end(partition)!;
        const again = [...(await recentlyChanged(partition))];
        for (const externalId of again) this.changedUnheld(partition, externalId);
        const missing = end === LOST ? again.length : end - shorter.get(partition)!;
        this.raised.delete(partition);
        onLost(again.length);
        logger.error(
          { partition, missing },
          'the broker has lost states that it had acknowledged; the states of the most recently changed objects are published again',
        );
      }
      log.accept(shorter);
      this.lostTails++;
    }
  }

  private leave(partitions: ReadonlySet<number>): void {
    const isNew = partitions.size > 0 && this.left.size === 0;
    this.left = partitions;
    if (isNew) this.options.onLeft();
  }

  private async publishDirty(): Promise<boolean> {
    const { held, tenure, pool, log, logger } = this.options;
    if (!(await this.isConnected())) return false;
    const { lostTails } = this;
    const { publisher } = tenure;
    const { assignments } = held;
    // Read in the same turn of the event loop as the dirty states, so that no state below these offsets is missing.
    const upto = held.collectedOffsets();
    if (this.dirty.size === 0 && [...upto].every(([partition, offset]) => this.raised.get(partition) === offset)) return true;
    const taken = this.dirty.take();
    for (const partition of this.left) this.drop(partition, taken, upto);
    this.inherit();
    try {
      await this.dropForeign(taken, upto);
      if (held.assignments !== assignments)
        for (const states of taken.values()) for (const externalId of states.keys()) states.set(externalId, null);
      await this.loadMissing(taken);
      await this.send(taken);
      await this.repair(taken, assignments);
      // These watermarks stay while states wait to be repeated: if this process ends, its successor has to repeat them.
      for (const { partition } of this.repeats) upto.delete(partition);
      // States that were lost in the meantime are dirty again, so no watermark may rise.
      if (this.lostTails !== lostTails) return false;
      const raised = await raiseWatermarks(pool, publisher, upto, log);
      for (const partition of raised) this.raised.set(partition, upto.get(partition)!);
      if (raised.length < upto.size) this.leave(await tenure.ended());
      return true;
    } catch (error) {
      this.dirty.putBack(taken, held.assignments === assignments);
      logger.warn({ error: String(error), waiting: this.dirty.size }, 'states were not published; the service tries again');
      return false;
    }
  }

  /** Drops partitions of other owners: a process that was suspended and resumed must not overwrite newer states with old ones. */
  private async dropForeign(taken: Map<number, States>, upto: Map<number, number>): Promise<void> {
    // Includes partitions without waiting states, which an earlier pass may have dropped.
    for (const partition of await this.foreign([...new Set([...taken.keys(), ...upto.keys()])])) this.drop(partition, taken, upto);
  }

  /** No state of this partition is published, so its watermark stays. */
  private drop(partition: number, taken: Map<number, States>, upto: Map<number, number>): void {
    taken.delete(partition);
    upto.delete(partition);
    // If it is assigned to this process again, the commands are read again.
    this.options.held.forgetCollected(partition);
  }

  private async foreign(partitions: number[]): Promise<number[]> {
    const { pool, held } = this.options;
    if (partitions.length === 0) return [];
    const progress = await storedProgress(pool, partitions);
    return partitions.filter((partition) => !held.explains(partition, progress.get(partition)?.nextOffset ?? 0));
  }

  private async loadMissing(taken: Map<number, States>): Promise<void> {
    for (const states of taken.values()) {
      const missing = [...states].filter(([, state]) => state === null).map(([externalId]) => externalId);
      for (let i = 0; i < missing.length; i += LOAD_OBJECTS) {
        const ids = missing.slice(i, i + LOAD_OBJECTS);
        const objects = await loadObjects(this.options.pool, ids);
        for (const id of ids) {
          const object = objects.get(id);
          // No object exists for an id whose commands were all rejected.
          if (object) states.set(id, recordOf(object));
          else states.delete(id);
        }
      }
    }
  }

  private inherit(): void {
    if (this.inherited.size === 0) return;
    this.repeatLater(this.inherited, this.repeatAfterMs);
    this.inherited = new Map();
  }

  private get repeatAfterMs(): number {
    return this.options.repeatAfterMs ?? 15_000;
  }

  private async send(taken: ReadonlyMap<number, States>): Promise<void> {
    let records: OutgoingRecord[] = [];
    let characters = 0;
    for (const [partition, states] of taken) {
      for (const state of states.values()) {
        if (state === null) continue;
        records.push(this.options.records.state(partition, state));
        characters += state.stored?.length ?? 0;
        if (records.length >= SEND_RECORDS || characters >= SEND_CHARACTERS) {
          await this.sendOnce(records, taken);
          records = [];
          characters = 0;
        }
      }
    }
    if (records.length > 0) await this.sendOnce(records, taken);
  }

  /** Sends the records. If the outcome is unknown, they may still arrive after a newer state, so their objects are sent again later. */
  private async sendOnce(records: readonly OutgoingRecord[], taken: ReadonlyMap<number, States>): Promise<void> {
    const { producer, log, logger } = this.options;
    const connection = await this.connection();
    if (records.some(({ partition }) => this.left.has(partition)))
      throw new OwnershipLostError('Some of these states are published by another process now.');
    try {
      await producer.send(records, connection);
      // Noted before the next send, after which it may be a broker that has lost these records.
      log.acknowledged(new Set(records.map(({ partition }) => partition)));
    } catch (error) {
      if (error instanceof RecordTooLargeError) {
        await sendUntilDone(
          {
            producer,
            ready: async (remaining) => ({ connection: await this.connection(), records: remaining }),
            signal: this.stopping.signal,
            logger,
          },
          records,
        );
        return;
      }
      this.repeatLater(taken, this.repeatAfterMs);
      throw error;
    }
  }

  private repeatLater(states: ReadonlyMap<number, States | ReadonlySet<string>>, waitMs: number): void {
    const at = performance.now() + waitMs;
    for (const [partition, each] of states) if (each.size > 0) this.repeats.push({ at, partition, externalIds: [...each.keys()] });
  }

  /** Publishes due repetitions, even if another process owns their partitions: it was our own request that may have arrived late. */
  private async publishDue(): Promise<void> {
    const now = performance.now();
    const due = new Map<number, States>();
    for (let i = this.repeats.length - 1; i >= 0; i--) {
      const repeat = this.repeats[i];
      if (repeat === undefined || repeat.at > now) continue;
      this.repeats.splice(i, 1);
      const states = due.get(repeat.partition) ?? new Map<string, null>();
      for (const externalId of repeat.externalIds) states.set(externalId, null);
      due.set(repeat.partition, states);
    }
    if (due.size === 0) return;
    try {
      await this.publishNewest(due);
    } catch (error) {
      this.options.logger.warn({ error: String(error) }, 'states could not be published again; the service tries again');
    }
  }

  /** For partitions that another process took over during the send: publishes the present states after the sent ones. */
  private async repair(taken: ReadonlyMap<number, States>, assignments: number): Promise<void> {
    const partitions = [...taken.keys()];
    const lost = this.options.held.assignments === assignments ? await this.foreign(partitions) : partitions;
    if (lost.length === 0) return;
    await this.publishNewest(new Map(lost.map((partition) => [partition, unread(taken.get(partition)!.keys())])));
    this.options.logger.warn(
      { partitions: lost },
      'partitions were taken over while their states were published; the newest were published after them',
    );
  }

  /**
   * Publishes the states that are in Postgres. Another owner may commit and publish a newer state before ours arrives, so objects that
   * changed before our acknowledgement are published once more. Later changes are published after ours anyway.
   */
  private async publishNewest(states: Map<number, States>): Promise<void> {
    const ids = new Map([...states].map(([partition, each]) => [partition, [...each.keys()]]));
    try {
      await this.loadMissing(states);
    } catch (error) {
      this.repeatLater(new Map([...ids].map(([partition, each]) => [partition, unread(each)])), 0);
      throw error;
    }
    await this.send(states);
    const now = new Map([...ids].map(([partition, each]) => [partition, unread(each)]));
    try {
      await this.loadMissing(now);
    } catch (error) {
      this.repeatLater(now, 0);
      throw error;
    }
    for (const [partition, each] of now)
      for (const [id, state] of each) if (state?.revision === states.get(partition)?.get(id)?.revision) each.delete(id);
    this.repeatLater(now, 0);
  }
}

function recordOf(object: KeptObject): StateRecord {
  const { externalId, workspace, revision, updatedAt } = object;
  return { externalId, workspace, revision, updatedAt, stored: isErased(object) ? null : JSON.stringify(object) };
}

function unread(externalIds: Iterable<string>): States {
  return new Map([...externalIds].map((externalId) => [externalId, null]));
}
