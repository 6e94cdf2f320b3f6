import type { AccessLine } from '#contracts/access-log.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { Logger } from '#telemetry/logger.js';

export interface AccessLogOptions {
  /** `access.events` with its prefix. */
  topic: string;
  partitions: number;
  /** Name of this gateway's instance. */
  gateway: string;
  /** Lines that may wait, of 640 characters on average; more are dropped and counted. */
  maxLines: number;
  onDropped: (lines: number) => void;
  logger: Logger;
}

const FLUSH_MS = 1000;
/** About 300 KiB. */
const LINES_PER_RECORD = 1000;
/** JSON takes up to six bytes for a character, and the largest record is 6 MiB. */
const CHARACTERS_PER_RECORD = 512 * 1024;
/** Size of one send: well below the producer's queue limit, however much was collected while the broker was down. */
const CHARACTERS_PER_SEND = 2 * 1024 * 1024;
/** Characters of a line besides its values: property names, times, punctuation. */
const CHARACTERS_AROUND = 180;
/** Budget for each of `maxLines` lines; a typical line needs half of it. */
const CHARACTERS_PER_LINE = 640;

/** Lines of one workspace in one record. */
interface Batch {
  workspace: string;
  lines: AccessLine[];
  characters: number;
}

/** Collects the access lines and writes them a second later, independently of the calls, none of which ever waits for it. */
export class AccessLog {
  private waiting = new Map<string, AccessLine[]>();
  private count = 0;
  private characters = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private producer: Pick<CoalescingProducer, 'send'> | undefined;

  constructor(private readonly options: AccessLogOptions) {}

  /** Starts writing; lines added before wait in memory. */
  start(producer: Pick<CoalescingProducer, 'send'>): void {
    this.producer = producer;
    this.timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.timer.unref();
  }

  /** @param workspace "" if the call named none */
  add(workspace: string, line: AccessLine): void {
    if (!this.admit(line)) return this.options.onDropped(1);
    const lines = this.waiting.get(workspace);
    if (lines === undefined) this.waiting.set(workspace, [line]);
    else lines.push(line);
  }

  /** Writes one line at once, ahead of waiting ones. @throws Error when the broker does not acknowledge it in time */
  async writeNow(workspace: string, line: AccessLine): Promise<void> {
    if (this.producer === undefined) throw new Error('This gateway does not write the access log.');
    await this.producer.send([this.recordOf({ workspace, lines: [line], characters: charactersOf(line) })]);
  }

  /** Writes the waiting lines. While the broker is down they keep waiting, within the limit. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  private async write(): Promise<void> {
    if (this.count === 0 || this.producer === undefined) return;
    const batches = [...this.waiting].flatMap(([workspace, lines]) => batchesOf(workspace, lines));
    this.waiting = new Map();
    this.count = 0;
    this.characters = 0;
    for (let at = 0; at < batches.length;) {
      const portion = firstOf(batches, at);
      try {
        await this.producer.send(portion.map((batch) => this.recordOf(batch)));
      } catch (error) {
        const left = batches.slice(at);
        this.options.logger.warn(
          { error: String(error), lines: left.reduce((sum, { lines }) => sum + lines.length, 0) },
          'The access log cannot be written at the moment.',
        );
        return this.putBack(left);
      }
      at += portion.length;
    }
  }

  private recordOf({ workspace, lines }: Batch): OutgoingRecord {
    const { topic, partitions, gateway } = this.options;
    return {
      topic,
      partition: partitionOf(workspace, partitions),
      key: workspace,
      value: JSON.stringify({ v: 1, workspace, gateway, lines }),
    };
  }

  /** Counts a line if there is room for it. @returns whether there was */
  private admit(line: AccessLine): boolean {
    const { maxLines } = this.options;
    const characters = this.characters + charactersOf(line);
    if (this.count >= maxLines || characters > maxLines * CHARACTERS_PER_LINE) return false;
    this.count += 1;
    this.characters = characters;
    return true;
  }

  /** Puts unsent lines back in front of newer ones, as long as there is room; the rest is dropped. */
  private putBack(batches: readonly Batch[]): void {
    const kept = batches.map(({ workspace, lines }) => ({
      workspace,
      lines: lines.filter((line) => this.admit(line)),
      before: lines.length,
    }));
    for (const { workspace, lines } of kept.toReversed()) {
      if (lines.length > 0) this.waiting.set(workspace, [...lines, ...(this.waiting.get(workspace) ?? [])]);
    }
    const dropped = kept.reduce((sum, { lines, before }) => sum + before - lines.length, 0);
    if (dropped > 0) this.options.onDropped(dropped);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}

function charactersOf({ subject, tokenId, requestId, address, operation, externalId = '', target = '' }: AccessLine): number {
  return (
    CHARACTERS_AROUND +
    subject.length +
    tokenId.length +
    requestId.length +
    address.length +
    operation.length +
    externalId.length +
    target.length
  );
}

function batchesOf(workspace: string, lines: readonly AccessLine[]): Batch[] {
  const batches: Batch[] = [];
  for (const line of lines) {
    const characters = charactersOf(line);
    const last = batches.at(-1);
    if (last === undefined || last.lines.length === LINES_PER_RECORD || last.characters + characters > CHARACTERS_PER_RECORD)
      batches.push({ workspace, lines: [line], characters });
    else {
      last.lines.push(line);
      last.characters += characters;
    }
  }
  return batches;
}

/** The batches from `at` on that are sent together; at least one. */
function firstOf(batches: readonly Batch[], at: number): readonly Batch[] {
  let characters = 0;
  let end = at;
  while (end < batches.length && (end === at || characters + batches[end]!.characters <= CHARACTERS_PER_SEND))
    characters += batches[end++]!.characters;
  return batches.slice(at, end);
}
