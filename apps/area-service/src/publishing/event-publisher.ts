import { sendUntilDone } from '#kafka/persistent-send.js';
import type { OutgoingRecord } from '#kafka/record.js';
import { OwnershipLostError } from '#kafka/unit-processor.js';
import type { KeptOutbox } from '#postgres/kept-outbox.js';
import type { OutboxTable } from '#postgres/outbox-table.js';
import type { Tenure } from '#postgres/tenure.js';
import type { Logger } from '#telemetry/logger.js';
import type { CommittedEvents, OutgoingEvent } from '../storage/outbox.js';

/** What is published and not noted yet is published again by the next owner. */
const TIDY_EVERY_MS = 250;

export interface EventPublisherOptions {
  outbox: KeptOutbox;
  table: Pick<OutboxTable, 'progress'>;
  tenure: Pick<Tenure, 'begin'>;
  recordOf: (partition: number, event: OutgoingEvent) => OutgoingRecord;
  logger: Logger;
}

/**
 * Brings committed events to `area.events`, in the order of their commits: the same again after a failed send, before
 * anything after it.
 */
export class EventPublisher {
  private readonly stopping = new AbortController();
  private owner = '';
  /** Aborted when the partitions are given out again. */
  private ended = new AbortController();
  /** One call after the other: all of them move the same logs. */
  private turn: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: EventPublisherOptions) {}

  start(): void {
    this.timer = setInterval(() => void this.options.outbox.tidy(), TIDY_EVERY_MS);
  }

  /** The partitions are given out again. What an earlier owner is still publishing ends: it is in the outbox, and published by `take`. */
  begin(owner: string): void {
    this.ended.abort();
    [this.owner, this.ended] = [owner, new AbortController()];
  }

  /**
   * Publishes what a former owner of partitions committed and may not have published, and what the broker has lost.
   * @throws BrokerUnavailableError, OwnershipLostError or an error of the database: the caller tries again
   */
  take(owner: string, partitions: readonly number[]): Promise<void> {
    return this.inTurn(owner, async () => {
      // Before others know: it is what this process has published itself.
      await this.options.outbox.note();
      await this.options.tenure.begin(partitions);
      await this.takeRows(partitions);
    });
  }

  /** The same for partitions of which it is not known whether the last commit was done. @throws as `take` */
  takeAgain(owner: string, partitions: readonly number[]): Promise<void> {
    return this.inTurn(owner, async () => {
      await this.options.outbox.note();
      await this.takeRows(partitions);
    });
  }

  private async takeRows(partitions: readonly number[]): Promise<void> {
    const { outbox, table } = this.options;
    await outbox.take(partitions, await table.progress(partitions));
  }

  /**
   * Resolves when the broker has them; what a stop cuts short stays in the outbox.
   * @throws OwnershipLostError when the partitions were given out again
   */
  publish(owner: string, rows: readonly CommittedEvents[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    return this.inTurn(owner, async () => {
      const { outbox, recordOf, logger } = this.options;
      const records = rows.flatMap(({ partition, events }) => events.map((event) => recordOf(partition, event)));
      const signal = AbortSignal.any([this.ended.signal, this.stopping.signal]);
      const done = await sendUntilDone({ producer: outbox, ready: (all) => outbox.ready(all), signal, logger }, records);
      if (done) outbox.acknowledged(rows);
      else if (!this.stopping.signal.aborted) throw given();
    });
  }

  private inTurn(owner: string, work: () => Promise<void>): Promise<void> {
    const turn = this.turn.then(() => {
      if (owner !== this.owner) throw given();
      return work();
    });
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends what is being sent, and notes what was published. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.turn;
    await this.options.outbox.tidy();
  }
}

function given(): OwnershipLostError {
  return new OwnershipLostError('The partitions were given out again; their next owner publishes what is left.');
}
