import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import { Problem } from '#problems/problem.js';
import { nextOf } from '../../storage/next-of.js';
import { POOL } from '../../storage/storage.module.js';
import { LEASE_LOST_SECONDS } from './gateway-liveness.js';
import { endOf } from './quota-month.js';

/** The usage of a workspace in a month, as reported by gateways every second. */
export interface Usage {
  workspace: string;
  month: string;
  plan: string;
  calls: {
    /** Number of admitted calls, including `unaccounted`. */
    used: number;
    /** Null if not limited. */
    left: number | null;
    limit: number | null;
    /** Calls that count as used, since a lost gateway may have admitted them; fewer again if it comes back. */
    unaccounted: number;
    /** The part of the rest that gateways have leased. */
    leased: number;
  };
  elements: number;
  /** Averages over about the last minute; 0 for past months. */
  rates: { callsPerSecond: number; elementsPerSecond: number };
  /** RFC 3339. */
  resetsAt: string;
  limits: PlanLimits;
}

interface UsageRow {
  workspace: string;
  plan: string;
  limits: Partial<PlanLimits>;
  used: number;
  elements: number;
  held: number;
  unaccounted: number;
  held_by_dead: number;
  calls_per_second: number;
  elements_per_second: number;
}

const SELECT = `
  select w.id as workspace, w.plan, p.limits, coalesce(m.used, 0)::bigint as used, coalesce(m.elements, 0)::bigint as elements,
         coalesce(m.held, 0)::bigint as held, coalesce(m.unaccounted, 0)::bigint as unaccounted, l.*
  from workspace w join plan p on p.name = w.plan
    left join quota_month m on m.workspace = w.id and m.month = $1
    cross join lateral (
      select coalesce(sum(l.held) filter (where not live), 0)::bigint as held_by_dead,
             coalesce(sum(l.calls_per_second) filter (where live), 0)::float8 as calls_per_second,
             coalesce(sum(l.elements_per_second) filter (where live), 0)::float8 as elements_per_second
      from quota_lease l join quota_gateway g on g.life = l.life
        cross join lateral (select not g.stopped
        and g.reported_at > clock_timestamp() - make_interval(secs => ${LEASE_LOST_SECONDS}) as live) as state
      where l.workspace = w.id and l.month = $1
    ) as l`;
const MAX_PAGE = 500;

/** Usage by workspace and month; months are kept forever. */
@Injectable()
export class UsageOfWorkspaces {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** @throws Problem 404 */
  async of(workspace: string, month: string): Promise<Usage> {
    const { rows } = await this.pool.query<UsageRow>(`${SELECT} where w.id = $2`, [month, workspace]);
    if (rows[0] === undefined) throw new Problem('not-found', 'This workspace does not exist.');
    return usageOf(rows[0], month);
  }

  /** A page of all workspaces, ordered by id; `after` is the last id of the previous page. */
  async all(month: string, after: string): Promise<{ usage: Usage[]; next: string | null }> {
    const { rows } = await this.pool.query<UsageRow>(
      `${SELECT} where w.id > $2 and (w.status <> 'deleted' or m.used > 0) order by w.id limit $3`,
      [month, after, MAX_PAGE],
    );
    return { usage: rows.map((row) => usageOf(row, month)), next: nextOf(rows, MAX_PAGE, 'workspace') };
  }
}

function usageOf(row: UsageRow, month: string): Usage {
  const limits = { ...UNLIMITED, ...row.limits };
  const unaccounted = row.unaccounted + row.held_by_dead;
  const used = row.used + unaccounted;
  const limit = limits.callsPerMonth;
  return {
    workspace: row.workspace,
    month,
    plan: row.plan,
    calls: { used, left: limit === null ? null : Math.max(0, limit - used), limit, unaccounted, leased: row.held - row.held_by_dead },
    elements: row.elements,
    rates: { callsPerSecond: rounded(row.calls_per_second), elementsPerSecond: rounded(row.elements_per_second) },
    resetsAt: endOf(month).toISOString(),
    limits,
  };
}

const rounded = (rate: number): number => Math.round(rate * 100) / 100;
