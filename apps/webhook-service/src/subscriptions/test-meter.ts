import type { Pool } from 'pg';
import { Problem } from '#problems/problem.js';

/** Limits the test messages of a workspace across all instances, because callers can send them at will. */
export class TestMeter {
  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly aMinute: number,
  ) {}

  /** Counts one. @throws Problem too-many-requests, with the time to wait */
  async take(workspace: string): Promise<void> {
    const { rowCount } = await this.pool.query(
      `insert into test_meter as m (workspace, sent) values ($1, array[clock_timestamp()])
       on conflict (workspace) do update set sent = array(select at from unnest(m.sent) as at
       where at > clock_timestamp() - interval '1 minute' order by at) || clock_timestamp()
       where (select count(*) from unnest(m.sent) as at where at > clock_timestamp() - interval '1 minute') < $2`,
      [workspace, this.aMinute],
    );
    if (rowCount === 1) return;
    const { rows } = await this.pool.query<{ seconds: number }>(
      `select greatest(1, ceil(60 - extract(epoch from clock_timestamp() - at)))::int as seconds
        from test_meter, unnest(sent) as at where workspace = $1 order by at desc offset $2 limit 1`,
      [workspace, this.aMinute - 1],
    );
    const seconds = rows[0]?.seconds ?? 1;
    throw new Problem(
      'too-many-requests',
      `The workspace has sent ${this.aMinute} test messages within a minute; nothing was sent. Try again in ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  }

  /** Removes workspaces that sent none recently. */
  async forget(): Promise<void> {
    await this.pool.query(
      `delete from test_meter where not exists (select from unnest(sent) as at where at > clock_timestamp() - interval '1 hour')`,
    );
  }
}
