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
      `insert into worker (id, name, alive_until) values ($1, $2, now() + make_interval(secs => $3)) on conflict (id)
        do update set alive_until = excluded.alive_until`,
      [this.owner, this.name, this.leaseMs / 1000],
    );
  }

  /** Those that are still this instance's and are to be delivered, the one that was taken first before the others. */
  async held(): Promise<Held[]> {
    const { rows } = await this.pool.query<Held>(
      `select id, lease_token as token, revision from webhook where lease_owner = $1 and enabled and state = 'active' order by taken_at`,
      [this.owner],
    );
    return rows;
  }

  /** How many of all that are to be delivered an instance has when they are shared evenly. */
  async fairShare(): Promise<number> {
    const { rows } = await this.pool.query<{ share: number }>(
      `select ceil((select count(*) from webhook where enabled
        and state = 'active')::float8 / greatest(1, (select count(*) from worker where alive_until > now()))) as share`,
    );
    return rows[0]!.share;
  }

  /**
   * Takes free ones, at most so many, and first those that have waited longest for their turn. The owner is a condition
   * on the row itself: what
   * another took since the look began is judged again when it is locked, while a row of a join would be taken as it was then.
   */
  async take(atMost: number): Promise<Held[]> {
    const { rows } = await this.pool.query<Held>(
      `update webhook set lease_owner = $1, lease_token = lease_token + 1, taken_at = clock_timestamp()
       where id = any(array(
         select w.id from webhook w
         where w.enabled and w.state = 'active' and (w.lease_owner is null
         or w.lease_owner <> all(array(select o.id from worker o where o.alive_until > now())))
         order by w.taken_at nulls first, w.id limit $2 for update skip locked))
       returning id, lease_token as token, revision`,
      [this.owner, atMost],
    );
    return rows;
  }

  async giveUp(id: string): Promise<void> {
    await this.pool.query('update webhook set lease_owner = null where lease_owner = $1 and id = $2', [this.owner, id]);
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
