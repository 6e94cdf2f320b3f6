import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** A webhook that this instance holds. */
export interface Held {
  id: string;
  /** Increases with each owner; writes with a former owner's token are rejected. */
  token: number;
  revision: number;
}

/**
 * Records which instance holds which webhooks. Each instance announces periodically that it is alive; the webhooks of an instance that does
 * not are free. This promise about time can fail when a process stalls, so every write also names the lease's token (fencing).
 */
export class LeaseBook {
  readonly owner = randomUUID();

  constructor(
    private readonly pool: Pool,
    private readonly name: string,
    private readonly leaseMs: number,
  ) {}

  async heartbeat(): Promise<void> {
    await this.pool.query(
      `insert into worker (id, name, alive_until) values ($1, $2, now() + make_interval(secs => $3)) on conflict (id)
        do update set alive_until = excluded.alive_until`,
      [this.owner, this.name, this.leaseMs / 1000],
    );
  }

  /** The deliverable webhooks that this instance still holds, in the order in which they were taken. */
  async held(): Promise<Held[]> {
    const { rows } = await this.pool.query<Held>(
      `select id, lease_token as token, revision from webhook where lease_owner = $1 and enabled and state = 'active' order by taken_at`,
      [this.owner],
    );
    return rows;
  }

  /** An instance's number of webhooks when all deliverable ones are shared evenly. */
  async fairShare(): Promise<number> {
    const { rows } = await this.pool.query<{ share: number }>(
      `select ceil((select count(*) from webhook where enabled
        and state = 'active')::float8 / greatest(1, (select count(*) from worker where alive_until > now()))) as share`,
    );
    return rows[0]!.share;
  }

  /**
   * Takes up to `atMost` free webhooks, first those that waited longest for their turn. The owner is a condition on the row itself: when
   * another instance takes it meanwhile, the condition is checked again under the lock; a joined row would keep its old values.
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

  /** Releases all webhooks of this instance; it takes no others. */
  async leave(): Promise<void> {
    await this.pool.query('update webhook set lease_owner = null where lease_owner = $1', [this.owner]);
    await this.pool.query('delete from worker where id = $1', [this.owner]);
  }

  /** Removes instances that were lost long ago. */
  async forgetLost(): Promise<void> {
    await this.pool.query(`delete from worker where alive_until < now() - interval '1 hour'`);
  }
}
