import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '#telemetry/logger.js';
import type { QueueConfig } from '../configuration/agent-config.js';
import { Calls } from './calls.js';
import { DiskRoom, MIN_BYTES } from './disk-room.js';
import { Elements } from './elements.js';
import { FolderLock } from './folder-lock.js';
import { GroupCommit } from './group-commit.js';
import { Held } from './held.js';
import { KeptApart } from './kept-apart.js';
import { LiveWindow } from './live-window.js';
import { DATABASE_FILES, openDatabase } from './open-database.js';
import type { Call, Handover, KeptMessage, Lane, Quarantined, RefusedElement, Rejection, StoredElement } from './queue.js';
import { type CounterRow, Tallies } from './tallies.js';

export interface DurableQueueOptions {
  readonly config: QueueConfig;
  readonly log: Logger;
  /** The queue is no longer readable. The process should end; its next start salvages what it can. */
  readonly onFatal: (error: Error) => void;
  /** How long an element counts as live, in milliseconds. */
  readonly liveMs?: number;
  /** Delay of live elements after which the newest overtake them, in milliseconds. */
  readonly lateMs?: number;
}

/** The current state between the sources and the gateway. */
export interface QueueStatus {
  /** Elements not yet known to have arrived, including those in flight. */
  readonly waiting: number;
  readonly underWay: number;
  /** Milliseconds since 1970, by the agent's clock. */
  readonly oldestReceived: number | undefined;
  readonly bytesOnDisk: number;
  readonly maxBytes: number;
  /**
   * `full`: the limit is reached. `no-disk`: writing to the disk fails. In both states handovers wait (with `drop-oldest`, only in the
   * latter).
   */
  readonly state: 'fine' | 'full' | 'no-disk';
  readonly detail: string;
  /** Waiting handovers. */
  readonly handoversWaiting: number;
}

const LIVE_MS = 5_000;
const LATE_MS = 1_000;
const UPKEEP_MS = 1_000;
const PRUNE_EVERY_MS = 60_000;
/** Elements dropped at a time to make room. */
const DROPPED_AT_A_TIME = 500;
const LOG_EVERY_MS = 60_000;
const ELEMENT_OVERHEAD = 48;
const MAX_KEPT_BYTES = 16 * 1024;

/**
 * The agent's storage on disk: an element acknowledged to a source stays in it until the gateway has reported its outcome. One process per
 * folder.
 */
export class DurableQueue {
  private readonly elements: Elements;
  private readonly calls: Calls;
  private readonly keptApart: KeptApart;
  private readonly held: Held;
  private readonly tallies: Tallies;
  private readonly room: DiskRoom;
  private readonly commits: GroupCommit;
  private readonly window: LiveWindow;
  private readonly underWay = new Set<number>();
  /** Calls without a known outcome, in the order of their start. */
  private readonly open = new Map<number, Call>();
  private readonly listeners = new Set<() => void>();
  private readonly upkeep: NodeJS.Timeout;
  private waiting: number;
  private lastSequence: number;
  private lastLive = 0;
  private state: QueueStatus['state'] = 'fine';
  private detail = '';
  private dropped = 0;
  private dropsLoggedAt = -Infinity;
  private prunedAt = -Infinity;

  private constructor(
    private readonly options: DurableQueueOptions,
    private readonly lock: FolderLock,
    private readonly database: DatabaseSync,
  ) {
    const { config, liveMs = LIVE_MS } = options;
    this.elements = new Elements(database);
    this.calls = new Calls(database, this.elements);
    this.keptApart = new KeptApart(database);
    this.held = new Held(database, this.elements);
    this.tallies = new Tallies(database);
    this.room = new DiskRoom(database, config.folder, config.maxBytes, DATABASE_FILES);
    this.commits = new GroupCommit({
      database,
      tallies: this.tallies,
      admits: (bytes) => this.admits(bytes),
      onStuck: (stuck, error) => this.setState(stuck ? 'no-disk' : 'fine', error?.message ?? ''),
      onCorrupt: (error) => options.onFatal(error),
    });
    for (const call of this.recover()) this.open.set(call.id, call);
    this.waiting = this.elements.count();
    this.lastSequence = this.elements.lastSequence();
    this.window = new LiveWindow(liveMs, () => performance.now(), this.lastSequence);
    this.upkeep = setInterval(() => this.keepUp(), UPKEEP_MS);
    this.upkeep.unref();
  }

  /** @throws FolderTakenError, QueueVersionError, the system's error for the folder, or an Error for a limit that is too small */
  static open(options: DurableQueueOptions): DurableQueue {
    const { config, log } = options;
    if (config.maxBytes < MIN_BYTES) throw new Error(`queue.maxBytes is ${config.maxBytes}; it must be at least ${MIN_BYTES} (16 MiB).`);
    const lock = FolderLock.takeIn(config.folder);
    try {
      const { database, salvage } = openDatabase(config.folder, log);
      const queue = new DurableQueue(options, lock, database);
      if (salvage !== undefined) queue.countSalvage(salvage.rows['element'] ?? 0, salvage.damaged);
      return queue;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The source's position, as of its last stored handover. */
  place(source: string): unknown {
    return this.tallies.place(source);
  }

  /**
   * Stores a handover in one transaction; resolves when it is on disk, which may take long if the policy is to wait for room.
   * @throws QueueClosedError
   */
  async put(handover: Handover): Promise<void> {
    const { source, elements, quarantined, held = [], merged = 0, replaces = [] } = handover;
    const bodies = elements.map((element) => JSON.stringify(element));
    const bytes =
      sumOf(bodies, (body) => Buffer.byteLength(body) + ELEMENT_OVERHEAD) +
      sumOf(held, (object) => sumOf(object.elements, (element) => JSON.stringify(element).length)) +
      sumOf(quarantined, bytesOfKept);
    const received = Date.now();
    const last = await this.commits.handOver(bytes, () => {
      let sequence = 0;
      for (const body of bodies) sequence = this.elements.add(source, received, body);
      for (const object of held) this.held.replace(source, object, received);
      for (const message of quarantined) {
        this.keptApart.keep(source, message, received);
        this.tallies.count('quarantined', source, 1, message.reason);
      }
      this.keptApart.forget(replaces);
      this.tallies.count('received', source, handover.received ?? elements.length + quarantined.length);
      this.tallies.count('queued', source, elements.length);
      this.tallies.count('merged', source, merged);
      if (handover.place !== undefined) this.tallies.setPlace(source, handover.place);
      return sequence;
    });
    if (elements.length === 0) return;
    this.waiting += elements.length;
    this.lastSequence = Math.max(this.lastSequence, last);
    this.window.note(this.lastSequence);
    this.notifyListeners();
  }

  /** Started calls without a known outcome, oldest first. Delivery must repeat them under their keys before anything else. */
  openCalls(): Call[] {
    return [...this.open.values()];
  }

  /**
   * Stores a call: the next elements of its lane under a new key. Undefined if there are none. If more elements are live than can be sent
   * in time, the newest go first, and the older ones become backlog.
   * @throws QueueClosedError
   */
  async take(lane: Lane, maxElements: number, maxBytes: number): Promise<Call | undefined> {
    if (lane === 'live') this.passOverLate(maxElements);
    const first = this.window.first;
    const elements =
      lane === 'live'
        ? this.elements.select(Math.max(first, this.lastLive + 1), Number.MAX_SAFE_INTEGER, this.underWay, maxElements, maxBytes)
        : this.elements.select(0, first - 1, this.underWay, maxElements, maxBytes);
    if (elements.length === 0) return undefined;
    // Marked first, because the other lane may take elements during this write.
    for (const { sequence } of elements) this.underWay.add(sequence);
    if (lane === 'live') this.lastLive = elements.at(-1)!.sequence;
    try {
      return await this.begin(lane, elements);
    } catch (error) {
      for (const { sequence } of elements) this.underWay.delete(sequence);
      throw error;
    }
  }

  /** Upper bound of live elements that were not taken yet; some of them may be gone. */
  get liveWaiting(): number {
    return Math.max(0, this.lastSequence + 1 - Math.max(this.window.first, this.lastLive + 1));
  }

  /** Whether an element handed over before this one may not have arrived yet. */
  hasBefore({ sequence }: StoredElement): boolean {
    return this.elements.hasBefore(sequence);
  }

  /** Elements not in flight. */
  get idle(): number {
    return this.waiting - this.underWay.size;
  }

  /**
   * Stores the outcomes of a call: accepted elements are removed, refused ones are stored separately.
   * @param again indexes of elements that stay, to be sent in another call
   * @param unknown the gateway accepted them and no longer knows their outcomes
   * @throws QueueClosedError
   */
  async settle(
    call: Call,
    { rejected = [], again = [], unknown = false }: { rejected?: readonly Rejection[]; again?: readonly number[]; unknown?: boolean } = {},
  ): Promise<void> {
    const staying = new Set(again);
    const at = Date.now();
    const gone = call.elements.filter((_, index) => !staying.has(index));
    await this.commits.change(() => {
      this.calls.delete(call.id);
      this.elements.delete(gone.map(({ sequence }) => sequence));
      const refused = new Set<number>();
      for (const rejection of rejected) {
        const element = call.elements[rejection.index];
        if (element === undefined || staying.has(rejection.index)) continue;
        refused.add(rejection.index);
        this.keptApart.refuse(element, rejection, at);
        this.tallies.count('refused', element.source, 1, rejection.code);
      }
      for (const [index, { source }] of call.elements.entries())
        if (!staying.has(index) && !refused.has(index)) this.tallies.count(unknown ? 'unknown' : 'sent', source, 1);
    });
    this.open.delete(call.id);
    this.waiting -= gone.length;
    for (const { sequence } of call.elements) this.underWay.delete(sequence);
    this.commits.wake();
    this.notifyListeners();
  }

  /**
   * Splits a call that was refused as a whole into several, each with a new key.
   * @param parts number of elements of each; their sum is all
   * @throws QueueClosedError
   */
  async split(call: Call, parts: readonly number[]): Promise<Call[]> {
    const at = Date.now();
    const calls = await this.commits.change(() => {
      this.calls.delete(call.id);
      let from = 0;
      return parts.map((size) => this.calls.add(randomUUID(), call.lane, at, call.elements.slice(from, (from += size))));
    });
    this.open.delete(call.id);
    for (const part of calls) this.open.set(part.id, part);
    return calls;
  }

  /**
   * Queues the refused elements with these ids again, under new keys.
   * @returns how many there were
   * @throws QueueClosedError
   */
  async sendRefusedAgain(ids: readonly number[]): Promise<number> {
    const at = Date.now();
    const { added, last } = await this.commits.change(() => {
      let [added, last] = [0, 0];
      for (const { source, body } of this.keptApart.takeRefused(ids)) {
        last = this.elements.add(source, at, body);
        added += 1;
      }
      return { added, last };
    });
    this.waiting += added;
    this.lastSequence = Math.max(this.lastSequence, last);
    this.notifyListeners();
    return added;
  }

  /** Called whenever there may be something to take. @returns a function that ends this */
  onWork(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Newest first. @param before only those with smaller ids */
  refused(limit: number, before?: number): RefusedElement[] {
    return this.keptApart.refused(limit, before);
  }

  /** Quarantined messages, newest first. @param before only those with smaller ids */
  messagesKeptApart(limit: number, before?: number): KeptMessage[] {
    return this.keptApart.messages(limit, before);
  }

  counters(): CounterRow[] {
    return this.tallies.rows();
  }

  status(): QueueStatus {
    const { state, detail, waiting } = this;
    return {
      waiting,
      underWay: this.underWay.size,
      oldestReceived: this.elements.oldest(),
      bytesOnDisk: this.room.bytesOnDisk(),
      maxBytes: this.options.config.maxBytes,
      state,
      detail,
      handoversWaiting: this.commits.waiting,
    };
  }

  /** Refuses handovers that can no longer be written; acknowledged elements are not affected. */
  close(): void {
    clearInterval(this.upkeep);
    this.commits.close();
    this.database.close();
    this.lock.release();
  }

  /**
   * For a thing that reports continuously, only its newest position is current; sent in order, it would be as late as all positions before
   * it.
   */
  private passOverLate(maxElements: number): void {
    if (this.liveWaiting <= maxElements) return;
    const next = Math.max(this.window.first, this.lastLive + 1);
    if (next < this.window.firstWithin(this.options.lateMs ?? LATE_MS)) this.window.passOver(this.lastSequence - maxElements);
  }

  private async begin(lane: Lane, elements: readonly StoredElement[]): Promise<Call> {
    const [key, at] = [randomUUID(), Date.now()];
    const call = await this.commits.change(() => this.calls.add(key, lane, at, elements));
    this.open.set(call.id, call);
    return call;
  }

  /** Recovers the state of an earlier run: held elements are released, and calls in flight are returned with their keys. */
  private recover(): Call[] {
    const { log } = this.options;
    const { calls, broken } = this.calls.load();
    this.commits.transaction(() => {
      for (const [source, count] of this.held.release()) this.tallies.count('queued', source, count);
      for (const id of broken) this.calls.delete(id);
    });
    this.tallies.committed();
    if (broken.length > 0)
      log.error(
        { calls: broken.length },
        'Calls under way lack elements that could not be read. Their other elements are sent under new keys; ' +
          'what of them had arrived already arrives twice.',
      );
    for (const { elements } of calls) for (const { sequence } of elements) this.underWay.add(sequence);
    return calls;
  }

  private countSalvage(rows: number, damaged: number): void {
    this.commits.transaction(() => {
      this.tallies.count('salvaged', '', rows);
      this.tallies.count('damaged', '', damaged);
    });
    this.tallies.committed();
  }

  private admits(bytes: number): boolean {
    let fits = this.room.hasRoomFor(bytes);
    if (!fits && this.options.config.whenFull === 'drop-oldest') fits = this.dropFor(bytes);
    if (fits && this.state === 'full') this.setState('fine', '');
    if (!fits) this.setState('full', `The queue holds as much as queue.maxBytes allows (${this.options.config.maxBytes} bytes).`);
    return fits;
  }

  private dropFor(bytes: number): boolean {
    while (!this.room.hasRoomFor(bytes)) {
      const oldest = this.elements.select(0, Number.MAX_SAFE_INTEGER, this.underWay, DROPPED_AT_A_TIME, Infinity);
      if (oldest.length === 0) return false;
      this.commits.transaction(() => {
        this.elements.delete(oldest.map(({ sequence }) => sequence));
        for (const { source } of oldest) this.tallies.count('dropped', source, 1);
      });
      this.tallies.committed();
      this.waiting -= oldest.length;
      this.dropped += oldest.length;
    }
    this.logDrops();
    return true;
  }

  private logDrops(): void {
    if (this.dropped === 0 || performance.now() - this.dropsLoggedAt < LOG_EVERY_MS) return;
    this.dropsLoggedAt = performance.now();
    this.options.log.error(
      { dropped: this.dropped },
      'The queue is full, and queue.whenFull is drop-oldest: the oldest elements that were not sent yet are gone.',
    );
    this.dropped = 0;
  }

  private setState(state: QueueStatus['state'], detail: string): void {
    if (state === this.state) return;
    // A full disk is the stricter state: only a successful write ends it.
    if (state === 'full' && this.state === 'no-disk') return;
    const { log } = this.options;
    const was = this.state;
    [this.state, this.detail] = [state, detail];
    if (state === 'no-disk')
      log.error(
        { detail },
        'The disk accepts no writes. Sources wait; the agent tries again every half second. Free space for queue.folder.',
      );
    else if (state === 'full')
      log.error(
        { maxBytes: this.options.config.maxBytes },
        'The queue is full. Sources wait until elements were sent, as queue.whenFull says. Raise ' +
          'queue.maxBytes if there is room on the disk.',
      );
    else log.info({ was }, 'The queue accepts elements again.');
  }

  private keepUp(): void {
    try {
      this.logDrops();
      if (this.idle === 0 || this.underWay.size === 0) this.room.giveBack();
      if (performance.now() - this.prunedAt >= PRUNE_EVERY_MS) {
        this.prunedAt = performance.now();
        const { keepRefusedDays } = this.options.config;
        void this.commits
          .change(() => this.keptApart.prune(keepRefusedDays, Date.now()))
          .then(
            (more) => {
              if (more) this.prunedAt = -Infinity;
            },
            () => undefined,
          );
      }
    } catch (error) {
      this.options.log.debug({ err: error }, 'Upkeep of the queue is postponed.');
    }
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Approximate, because only the start of long texts is stored. */
function bytesOfKept({ document, reading }: Quarantined): number {
  return (
    256 +
    Math.min(MAX_KEPT_BYTES, (JSON.stringify(document) ?? '').length) +
    Math.min(MAX_KEPT_BYTES, (JSON.stringify(reading) ?? '').length)
  );
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  let sum = 0;
  for (const value of values) sum += of(value);
  return sum;
}
