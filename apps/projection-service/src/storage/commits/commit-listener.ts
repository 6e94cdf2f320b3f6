import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#telemetry/logger.js';
import type { CommitSignal } from './commit-signal.js';

/** NOTIFY channel of the instances that share a schema. */
export const commitChannel = (schema: string): string => `waymark.commit.${schema}`.slice(0, 63);

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** Interval of probes, which detect half-open connections. Also the longest delay of waiting readers if no notifications arrive. */
const PROBE_MS = 1_000;

/** A separate connection for notifications of other instances' commits; connects again when it breaks. */
export class CommitListener {
  private readonly stopped = new AbortController();
  private client: pg.Client | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: { url: string; schema: string; signal: CommitSignal; logger: Logger }) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async run(): Promise<void> {
    let pause = FIRST_RETRY_MS;
    while (!this.stopped.signal.aborted) {
      try {
        await this.listen(() => (pause = FIRST_RETRY_MS));
      } catch (error) {
        if (this.stopped.signal.aborted) return;
        this.options.logger.warn(
          { err: error, retryInMs: pause },
          'Notifications of commits by other instances are unavailable; waiting readers poll the database.',
        );
      }
      this.options.signal.wakeAll();
      await sleep(pause, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, LAST_RETRY_MS);
    }
  }

  /** Listens until the connection is lost. */
  private async listen(onConnected: () => void): Promise<void> {
    const { url, schema, signal } = this.options;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'waymark-projection-listener',
      connectionTimeoutMillis: 5_000,
      query_timeout: 3_000,
      keepAlive: true,
    });
    this.client = client;
    const gone = new Promise<void>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection ended.')));
    });
    gone.catch(() => undefined);
    client.on('notification', ({ payload }) => signal.wakeSlots((payload ?? '').split(',').map(Number)));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(commitChannel(schema))}`);
      onConnected();
      signal.wakeAll();
      while (!this.stopped.signal.aborted) {
        await Promise.race([gone, sleep(PROBE_MS, undefined, { signal: this.stopped.signal })]);
        await Promise.race([gone, client.query('select 1')]);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
