import { sendUntilDone } from '#kafka/producing/persistent-send.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { KeptOutbox } from '#postgres/kept-outbox.js';
import type { OutboxTable } from '#postgres/outbox-table.js';
import type { Tenure } from '#postgres/tenure.js';
import type { Logger } from '#telemetry/logger.js';
import type { CommittedEvents, OutgoingEvent } from '../storage/outbox.js';

/** Events that are published but not yet noted are published again by the next owner. */
const TIDY_EVERY_MS = 250;

export interface EventPublisherOptions {
  outbox: KeptOutbox;
  table: Pick<OutboxTable, 'progress'>;
  tenure: Pick<Tenure, 'begin'>;
  recordOf: (partition: number, event: OutgoingEvent) => OutgoingRecord;
  logger: Logger;
}

/**
 * Publishes committed events to `area.events` in commit order. After a failed send it repeats the same events before it sends anything
 * else.
 */
export class EventPublisher {
  private readonly stopping = new AbortController();
  private owner = '';
  /** Aborted when the partitions are assigned again. */
  private ended = new AbortController();
  /** One call at a time, because all of them move the same logs. */
  private turn: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: EventPublisherOptions) {}

  start(): void {
    this.timer = setInterval(() => void this.options.outbox.tidy(), TIDY_EVERY_MS);
  }

  /** Starts a new assignment. It ends the publishing of an earlier owner, whose events stay in the outbox until `take` publishes them. */
  begin(owner: string): void {
    this.ended.abort();
    [this.owner, this.ended] = [owner, new AbortController()];
  }

  /**
   * Publishes events that a previous owner committed and may not have published, and events that the broker lost.
   * @throws BrokerUnavailableError, OwnershipLostError or a database error: the caller tries again
   */
  take(owner: string, partitions: readonly number[]): Promise<void> {
    return this.inTurn(owner, async () => {
      // Notes the events that this process has published, before others know of it.
      await this.options.outbox.note();
      await this.options.tenure.begin(partitions);
      await this.takeRows(partitions);
    });
  }

  /** The same for partitions whose last commit has an unknown outcome. @throws as `take` */
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
   * Resolves when the broker has the events; a stop leaves the rest in the outbox.
   * @throws OwnershipLostError when the partitions were assigned again
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

  /** Ends the current send and notes what was published. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.turn;
    await this.options.outbox.tidy();
  }
}

function given(): OwnershipLostError {
  return new OwnershipLostError('The partitions were reassigned; their next owner publishes the remaining events.');
}
