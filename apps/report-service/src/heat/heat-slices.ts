import type { Pool, PoolClient } from 'pg';
import { asOneInstance } from '#postgres/one-instance.js';
import { withShortLock } from '#postgres/short-lock.js';
import type { UpkeepTask, UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { PACK_MS } from '../folding/observation-pack.js';
import { HOUR_MS } from '../folding/quarter.js';
import { finestSql } from '../space/cells.js';
import { holdOffErasures } from '../tables/erasures-turn.js';
import { lockNextSpan } from '../tables/heat-spans.js';

/** Length of a slice of the time of observation; a slice contains whole packs. */
const SLICE_MS = PACK_MS;
/** How long a slice waits for late observations; later ones are added by their unit, which costs more. */
const GRACE_MS = 60_000;
const ROUND_MS = 30_000;

/**
 * $1 and $2: start and end. Counts within each pack first, since most are in one or two cells, which halves the cost. Rows are written in
 * the same order as the late heat of units.
 */
const TAKE = `
  insert into heat as held (workspace, cell, hour, external_id, observations)
  select f.workspace, c.cell, (o.at / ${HOUR_MS})::int, o.external_id, sum(c.observations) from observation o
  join facet f on f.id = o.facet,
    lateral (select ${finestSql('e.cell')} as cell, count(*) as observations from unnest(o.later_cell || o.cell) as e (cell)
    where e.cell is not null group by 1) as c
  where o.at >= $1::bigint and o.at < $2::bigint group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (workspace, cell, hour, external_id) do update set observations = held.observations + excluded.observations`;

/** Longest wait for rows of late heat. Below the server's deadlock timeout, so that a unit is never the victim of a deadlock. */
const ROW_WAIT_MS = 900;

/**
 * Adds observations to the heat, a slice of time at a time, once the slice is over: an object with a hundred reports from a cell costs one
 * row. Units with observations in the present slice, and erasures, exclude it and are excluded by it (tables/heat-spans.ts), so that each
 * observation is added once and no heat of an erased object remains. Other units do not wait.
 */
export class HeatSlices {
  private readonly task: UpkeepTask;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    /** Needs at least two connections. */
    private readonly pool: Pool,
    tasks: UpkeepTasks,
  ) {
    this.task = tasks.add('heat-slices', ROUND_MS);
  }

  /** Starts at the present time; earlier observations are added by units. */
  async start(): Promise<void> {
    await this.pool.query('insert into heat_progress (upto) values ($1) on conflict do nothing', [
      Math.floor(Date.now() / SLICE_MS) * SLICE_MS,
    ]);
    this.timer = setInterval(() => this.begin(), ROUND_MS);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.running;
  }

  private begin(): void {
    this.running ??= this.round().finally(() => (this.running = undefined));
  }

  private async round(): Promise<void> {
    const { signal } = this.stopping;
    await this.task.attempt(async () => {
      const done = await asOneInstance(this.pool, 'waymark.heat-slices', async () => {
        while (!signal.aborted && (await takeSlice(this.pool, Date.now() - GRACE_MS, signal))) this.task.inHand();
        return true;
      });
      if (done === undefined) this.task.inHand();
      return done ?? false;
    }, signal);
  }
}

/** Processes the next slice that ends by `until`. @returns false if there is none */
export function takeSlice(pool: Pool, until: number, stopping?: AbortSignal): Promise<boolean> {
  const take = async (client: PoolClient): Promise<boolean> => {
    const from = await lockNextSpan(client, until);
    if (from === undefined) return false;
    await holdOffErasures(client);
    await client.query(`set local lock_timeout = '${ROW_WAIT_MS}ms'`);
    await client.query(TAKE, [from, from + SLICE_MS]);
    await client.query('update heat_progress set upto = $1', [from + SLICE_MS]);
    return true;
  };
  return withShortLock(pool, take, stopping);
}
