import type { Pool } from 'pg';
import type { AccessRecord } from '#contracts/access-log.js';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { partitionOf } from '#kafka/records/partition.js';
import { topicName } from '#kafka/topics/topics.js';
import { asOneInstance } from '#postgres/one-instance.js';
import type { Logger } from '#telemetry/logger.js';

interface PauseNote {
  id: number;
  webhook: string;
  workspace: string;
  reason: string;
  at: Date;
}

const EVERY_MS = 2000;
const MAX = 100;
/** The service itself is the subject, because no caller caused the pause. */
const SUBJECT = 'webhook-service';

/** Writes each pause to `access.events`, together with people's actions; the note is deleted once the broker has the line. */
export class PauseNotes {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly parts: {
      pool: Pool;
      producer: Pick<CoalescingProducer, 'send'>;
      topicPrefix: string;
      partitions: number;
      instance: string;
      everyMs?: number;
      logger: Logger;
    },
  ) {}

  start(): void {
    this.timer = setInterval(
      () => (this.running ??= this.write().finally(() => (this.running = undefined))),
      this.parts.everyMs ?? EVERY_MS,
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async write(): Promise<void> {
    const { pool, logger } = this.parts;
    try {
      // Taking the turn costs a connection, and there are rarely any notes.
      if ((await this.notes()).length > 0) await asOneInstance(pool, 'webhook pause notes', () => this.publish());
    } catch (error) {
      logger.warn({ error: String(error) }, 'Pauses of webhooks cannot be stored at the moment.');
    }
  }

  private async publish(): Promise<void> {
    const notes = await this.notes();
    if (notes.length === 0) return;
    await this.parts.producer.send(notes.map((note) => this.recordOf(note)));
    await this.parts.pool.query('delete from pause_note where id = any($1::bigint[])', [notes.map(({ id }) => id)]);
  }

  private async notes(): Promise<PauseNote[]> {
    return (await this.parts.pool.query<PauseNote>('select * from pause_note order by id limit $1', [MAX])).rows;
  }

  private recordOf({ webhook, workspace, reason, at }: PauseNote): { topic: string; partition: number; key: string; value: string } {
    const { topicPrefix, partitions, instance } = this.parts;
    const line = {
      at: at.toISOString(),
      subject: SUBJECT,
      tokenId: '',
      operation: 'pauseWebhook',
      status: 200,
      requestId: `${webhook} ${at.toISOString()}`,
      address: '',
      target: `webhook:${webhook} ${reason}`,
    };
    return {
      topic: topicName(topicPrefix, 'access.events'),
      partition: partitionOf(workspace, partitions),
      key: workspace,
      value: JSON.stringify({ v: 1, workspace, gateway: instance, lines: [line] } satisfies AccessRecord),
    };
  }
}
