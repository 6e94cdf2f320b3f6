import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** A webhook that this instance works for. */
export interface Held {
  id: string;
  /** Rises with each owner: what a former one writes is refused by it. */
  token: number;
  revision: number;
}

/**
 * Which instance works for which webhooks. An instance says again and again that it is alive; the webhooks of one that does not are
 * free. That is a promise about time and may fail when a process stalls, so every write also names the lease's token (fencing).
 */
export class LeaseBook {
  readonly owner = randomUUID();

  constructor(
    private readonly pool: Pool,
    private readonly name: string,
    private readonly leaseMs: number,
  ) {}

  async sayAlive(): Promise<void> {
    await this.pool.query(
      `insert into worker (id, name, alive_until) values ($1, $2, now() + make_interval(secs => $3)) on conflict (id) do update set alive_until = excluded.alive_until`,
      [this.owner, this.name, this.leaseMs / 1000],
    );
  }

  /** Those that are still this instance's and are to be delivered. */
  async held(): Promise<Held[]> {
    const { rows } = await this.pool.query<Held>(`select id, lease_token as token, revision from webhook where lease_owner = $1 and enabled and state = 'active'`, [this.owner]);
    return rows;
  }

  /** How many of all that are to be delivered an instance has when they are shared evenly. */
  async fairShare(): Promise<number> {
    const { rows } = await this.pool.query<{ share: number }>(
      `select ceil((select count(*) from webhook where enabled and state = 'active')::float8 / greatest(1, (select count(*) from worker where alive_until > now()))) as share`,
    );
    return rows[0]!.share;
  }

  /** Takes free ones, at most so many. */
  async take(atMost: number): Promise<Held[]> {
    const { rows } = await this.pool.query<Held>(
      `update webhook set lease_owner = $1, lease_token = lease_token + 1
       where id = any(array(
         select w.id from webhook w left join worker o on o.id = w.lease_owner and o.alive_until > now()
         where w.enabled and w.state = 'active' and o.id is null order by w.id limit $2 for update of w skip locked))
       returning id, lease_token as token, revision`,
      [this.owner, atMost],
    );
    return rows;
  }

  async giveUp(ids: readonly string[]): Promise<void> {
    await this.pool.query('update webhook set lease_owner = null where lease_owner = $1 and id = any($2::uuid[])', [this.owner, ids]);
  }

  /** All that this instance has; it takes no more. */
  async leave(): Promise<void> {
    await this.pool.query('update webhook set lease_owner = null where lease_owner = $1', [this.owner]);
    await this.pool.query('delete from worker where id = $1', [this.owner]);
  }

  /** Those that were lost long ago. */
  async forgetLost(): Promise<void> {
    await this.pool.query(`delete from worker where alive_until < now() - interval '1 hour'`);
  }
}
