import type { Pool } from 'pg';
import type { AccessRecord } from '#contracts/access-log.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { partitionOf } from '#kafka/partition.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';

interface UnnotedPause {
  id: string;
  workspace: string;
  pause_reason: string;
  paused_at: Date;
}

const EVERY_MS = 2000;
const MOST = 100;
/** As the service that did it, since nobody called. */
const SUBJECT = 'webhook-service';

/** Writes each pause to `access.events`, beside what people do: once the broker has the line, it is noted. */
export class PauseNotes {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: { pool: Pool; producer: Pick<CoalescingProducer, 'send'>; topicPrefix: string; partitions: number; instance: string; logger: Logger }) {}

  start(): void {
    this.timer = setInterval(() => (this.running = this.write()), EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async write(): Promise<void> {
    const { pool, producer, logger } = this.parts;
    try {
      const { rows } = await pool.query<UnnotedPause>('select id, workspace, pause_reason, paused_at from webhook where not pause_noted limit $1', [MOST]);
      if (rows.length === 0) return;
      await producer.send(rows.map((row) => this.recordOf(row)));
      await pool.query('update webhook set pause_noted = true where id = any($1::uuid[])', [rows.map(({ id }) => id)]);
    } catch (error) {
      logger.warn({ error: String(error) }, 'Pauses of webhooks can not be noted at the moment.');
    }
  }

  private recordOf({ id, workspace, pause_reason, paused_at }: UnnotedPause): { topic: string; partition: number; key: string; value: string } {
    const { topicPrefix, partitions, instance } = this.parts;
    const line = { at: paused_at.toISOString(), subject: SUBJECT, tokenId: '', operation: 'pauseWebhook', status: 200, requestId: `${id} ${paused_at.toISOString()}`, address: '', target: `webhook:${id} ${pause_reason}` };
    return { topic: topicName(topicPrefix, 'access.events'), partition: partitionOf(workspace, partitions), key: workspace, value: JSON.stringify({ v: 1, workspace, gateway: instance, lines: [line] } satisfies AccessRecord) };
  }
}
