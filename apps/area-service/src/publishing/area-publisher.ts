import type { Pool } from 'pg';
import { areaStateHeaders } from '#contracts/areas/area-headers.js';
import type { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { topicName } from '#kafka/topics.js';
import { inTransaction } from '#postgres/transaction.js';
import type { Logger } from '#telemetry/logger.js';

const PASS_ROWS = 64;
const POLL_MS = 500;

interface Row {
  area_id: string;
  workspace: string;
  revision: number;
  body: string | null;
  updated_at: Date;
}

/** Brings rows of `area` to `area.state`, oldest revision first, one copy of the service at a time. */
export class AreaPublisher {
  private readonly topic: string;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;

  constructor(
    private readonly pool: Pool,
    private readonly producer: Pick<CoalescingProducer, 'send'>,
    topicPrefix: string,
    private readonly logger: Logger,
  ) {
    this.topic = topicName(topicPrefix, 'area.state');
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  /** Something was committed. */
  wake(): void {
    this.wanted = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  private async run(): Promise<void> {
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      try {
        if (await this.pass()) this.wanted = true;
      } catch (error) {
        this.logger.warn({ error: String(error) }, 'Areas can not be published at the moment; it is tried again.');
      }
    }
  }

  /** Publishes some rows, if no other copy of this service does. @returns whether there may be more */
  private pass(): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const { rows: locks } = await client.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(hashtext('waymark.area.publish.' || current_schema())) as mine`);
      if (!locks[0]!.mine) return false;
      const { rows } = await client.query<Row>(`select area_id, workspace, revision, body::text, updated_at from area where not published order by revision limit $1`, [PASS_ROWS]);
      if (rows.length === 0) return false;
      await this.producer.send(rows.map((row) => this.recordOf(row)));
      // A row that changed since has another revision, and is published again.
      await client.query(`update area a set published = true from unnest($1::uuid[], $2::bigint[]) as p(id, revision) where a.area_id = p.id and a.revision = p.revision`, [
        rows.map(({ area_id }) => area_id),
        rows.map(({ revision }) => revision),
      ]);
      return rows.length === PASS_ROWS;
    });
  }

  private recordOf({ area_id: areaId, workspace, revision, body, updated_at }: Row) {
    return { topic: this.topic, partition: 0, key: areaId, value: body, headers: { ...areaStateHeaders({ areaId, workspace, revision, updatedAt: updated_at.toISOString() }) } };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }
}
