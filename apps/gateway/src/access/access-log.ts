import type { AccessLine } from '#contracts/access-log.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { partitionOf } from '#kafka/partition.js';
import type { Logger } from '#telemetry/logger.js';

export interface AccessLogOptions {
  /** `access.events` with its prefix. */
  topic: string;
  partitions: number;
  /** Instance of this gateway. */
  gateway: string;
  /** Lines that may wait; more are dropped and counted. */
  maxLines: number;
  onDropped: (lines: number) => void;
  logger: Logger;
}

const FLUSH_MS = 1000;
/** About 300 KiB. */
const LINES_A_RECORD = 1000;

/** Collects who did what and writes it a second later, beside the calls: none ever waits for it. */
export class AccessLog {
  private waiting = new Map<string, AccessLine[]>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private producer: Pick<CoalescingProducer, 'send'> | undefined;

  constructor(private readonly options: AccessLogOptions) {}

  /** Until then lines wait. */
  start(producer: Pick<CoalescingProducer, 'send'>): void {
    this.producer = producer;
    this.timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.timer.unref();
  }

  /** `workspace` "": the call named none. */
  add(workspace: string, line: AccessLine): void {
    if (this.count >= this.options.maxLines) return this.options.onDropped(1);
    const lines = this.waiting.get(workspace);
    if (lines === undefined) this.waiting.set(workspace, [line]);
    else lines.push(line);
    this.count += 1;
  }

  /** Writes what waits. While the broker is away it goes on waiting, as far as there is room. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  private async write(): Promise<void> {
    if (this.count === 0 || this.producer === undefined) return;
    const taken = [...this.waiting];
    const lines = this.count;
    this.waiting = new Map();
    this.count = 0;
    try {
      await this.producer.send(taken.flatMap(([workspace, all]) => this.recordsOf(workspace, all)));
    } catch (error) {
      this.options.logger.warn({ error: String(error), lines }, 'The access log can not be written at the moment.');
      this.putBack(taken);
    }
  }

  private recordsOf(workspace: string, all: readonly AccessLine[]) {
    const { topic, partitions, gateway } = this.options;
    const records = [];
    for (let at = 0; at < all.length; at += LINES_A_RECORD) {
      const value = JSON.stringify({ v: 1, workspace, gateway, lines: all.slice(at, at + LINES_A_RECORD) });
      records.push({ topic, partition: partitionOf(workspace, partitions), key: workspace, value });
    }
    return records;
  }

  /** Before what came meanwhile, as far as that left room. */
  private putBack(taken: readonly [string, AccessLine[]][]): void {
    let dropped = 0;
    for (const [workspace, all] of taken) {
      const kept = all.slice(0, Math.max(0, this.options.maxLines - this.count));
      dropped += all.length - kept.length;
      this.waiting.set(workspace, [...kept, ...(this.waiting.get(workspace) ?? [])]);
      this.count += kept.length;
    }
    if (dropped > 0) this.options.onDropped(dropped);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
