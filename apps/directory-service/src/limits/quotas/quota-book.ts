import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { QuotaAccountReport, QuotaAnswer, QuotaGrant, QuotaReport } from '#contracts/directory/quota-report.js';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import { POOL } from '../../storage/storage.module.js';
import { GatewayClocks } from './gateway-clocks.js';
import { ALIVE_SECONDS, LEASE_LOST_SECONDS } from './gateway-liveness.js';
import { settle, type Settlement } from './lease-rules.js';
import { shareOut } from './rate-shares.js';
import { countTokens } from './token-usage.js';

const NEXT_MS = 1000;
/** Interval of reports while the last calls of a quota are spread over gateways, which have to return them. */
const NEXT_WHEN_SHORT_MS = 200;

/** Serialises reports about rates, so that no two gateways get the same part. */
const SHARES_LOCK = `select pg_advisory_xact_lock(hashtext('waymark.directory.rate-shares'))`;

interface AccountRow {
  at: number;
  call_limit: number | null;
  used: number;
  held: number;
  unaccounted: number;
  held_by_dead: number;
  others_starve: boolean;
  lease_used: number;
  lease_elements: number;
  lease_held: number;
}

interface SettledAccount {
  report: QuotaAccountReport;
  row: AccountRow;
  settlement: Settlement;
}

/** The books of used and leased quotas. A grant is committed before its answer is sent. */
@Injectable()
export class QuotaBook {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly clocks: GatewayClocks,
  ) {}

  /** @throws Problem 409 for an outdated report, or a forgotten life; the gateway then begins a new life */
  take(report: QuotaReport): Promise<QuotaAnswer> {
    // First, since the next steps may have to wait.
    const aheadMs = report.gateway && this.clocks.note(report.gateway.name, report.gateway.clock);
    return inTransaction(this.pool, async (client) => {
      if (report.demands !== null) await client.query(SHARES_LOCK);
      await beginReport(client, report, aheadMs);
      const { rows } = await client.query<{ gateways: number; now: number }>(
        `select greatest(1, count(*))::int as gateways, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
         from quota_gateway where not stopped and reported_at > clock_timestamp() - make_interval(secs => $1)`,
        [ALIVE_SECONDS],
      );
      const { gateways, now } = rows[0]!;
      const accounts = await this.settleAll(client, report, gateways);
      await countTokens(client, report.life, report.tokens ?? []);
      const shares = report.demands === null ? {} : await shareOut(client, report.life, report.demands);
      const short = accounts.some(({ settlement, row }) => settlement.starved || settlement.keep !== null || row.others_starve);
      return { now, gateways, nextInMs: short ? NEXT_WHEN_SHORT_MS : NEXT_MS, accounts: accounts.map(grantOf), shares };
    });
  }

  private async settleAll(client: PoolClient, { life, accounts }: QuotaReport, gateways: number): Promise<SettledAccount[]> {
    if (accounts.length === 0) return [];
    const rows = await lockAccounts(client, life, accounts);
    const settled = rows.map((row): SettledAccount => {
      const report = accounts[row.at - 1]!;
      const { call_limit: limit, used, held, unaccounted, held_by_dead: heldByDead } = row;
      return {
        report,
        row,
        settlement: settle({ limit, used, held, heldByDead, unaccounted }, { used: row.lease_used, held: row.lease_held }, report, {
          gateways,
          othersStarve: row.others_starve,
        }),
      };
    });
    await writeAccounts(client, life, settled);
    return settled;
  }
}

function grantOf({ report: { workspace, month }, row, settlement }: SettledAccount): QuotaGrant {
  return {
    workspace,
    month,
    granted: settlement.granted,
    keep: settlement.keep,
    limit: row.call_limit,
    used: settlement.month.used + row.unaccounted + row.held_by_dead,
    leased: Math.max(0, settlement.month.held - row.held_by_dead),
  };
}

/** Admits one report of a life at a time, and none that is older than the last one. */
async function beginReport(
  client: PoolClient,
  { life, sequence, known, stopping, demands, gateway }: QuotaReport,
  aheadMs: number | undefined,
): Promise<void> {
  const { rows } = await client.query<{ inserted: boolean }>(
    `insert into quota_gateway as g (life, sequence, stopped, demands, name, clock_ahead_ms)
      values ($1, $2, $3::boolean, coalesce($4::jsonb, '[]'), $5, $6)
     on conflict (life) do update set sequence = $2, reported_at = clock_timestamp(), stopped = $3,
     demands = coalesce($4, g.demands), shares = case when $3 then '{}'::jsonb else g.shares end,
       name = $5, clock_ahead_ms = $6
     where g.sequence < $2
     returning xmax = 0 as inserted`,
    [life, sequence, stopping, demands === null ? null : JSON.stringify(demands), gateway?.name ?? null, aheadMs ?? null],
  );
  if (rows[0] === undefined || (rows[0].inserted && known))
    throw new Problem('conflict', 'This run of the gateway is unknown, or a later report of it was already processed; start a new one.');
}

/** Locks accounts in the order of workspaces, so that two gateways cannot deadlock. */
async function lockAccounts(client: PoolClient, life: string, accounts: readonly QuotaAccountReport[]): Promise<AccountRow[]> {
  const keys = [accounts.map(({ workspace }) => workspace), accounts.map(({ month }) => month)];
  await client.query(
    `insert into quota_month (workspace, month)
     select a.workspace, a.month from unnest($1::text[], $2::text[]) as a(workspace, month) join workspace w on w.id = a.workspace
     order by 2, 1 on conflict do nothing`,
    keys,
  );
  const { rows } = await client.query<AccountRow>(
    `select a.at, (p.limits->>'callsPerMonth')::bigint as call_limit, m.used, m.held, m.unaccounted,
            coalesce(m.starved_at > clock_timestamp() - interval '2 seconds' and m.starved_life <> $3, false) as others_starve,
            coalesce(l.used, 0)::bigint as lease_used, coalesce(l.elements, 0)::bigint as lease_elements,
            coalesce(l.held, 0)::bigint as lease_held,
            coalesce((select sum(d.held) from quota_lease d join quota_gateway g on g.life = d.life
                      where d.month = m.month and d.workspace = m.workspace and d.held > 0 and d.life <> $3
                        and (g.stopped or g.reported_at < clock_timestamp() - make_interval(secs => $4))), 0)::bigint as held_by_dead
     from unnest($1::text[], $2::text[]) with ordinality as a(workspace, month, at)
       join workspace w on w.id = a.workspace
       join plan p on p.name = w.plan
       join quota_month m on m.workspace = a.workspace and m.month = a.month
       left join quota_lease l on l.life = $3 and l.workspace = a.workspace and l.month = a.month
     order by m.month, m.workspace for update of m`,
    [...keys, life, LEASE_LOST_SECONDS],
  );
  return rows;
}

async function writeAccounts(client: PoolClient, life: string, settled: readonly SettledAccount[]): Promise<void> {
  if (settled.length === 0) return;
  const column = <T>(of: (account: SettledAccount) => T): T[] => settled.map(of);
  const workspaces = column(({ report }) => report.workspace);
  const months = column(({ report }) => report.month);
  await client.query(
    `update quota_month m set used = s.used, held = s.held, elements = m.elements + s.elements,
            starved_at = case when s.starved then clock_timestamp() else m.starved_at end, starved_life = case when s.starved
            then $7::uuid else m.starved_life end
     from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[]) as s(workspace, month,
     used, held, elements, starved)
     where m.month = s.month and m.workspace = s.workspace`,
    [
      workspaces,
      months,
      column(({ settlement }) => settlement.month.used),
      column(({ settlement }) => settlement.month.held),
      column(({ report, row }) => report.elements - row.lease_elements),
      column(({ settlement }) => settlement.starved),
      life,
    ],
  );
  await client.query(
    `insert into quota_lease (life, workspace, month, used, held, elements, calls_per_second, elements_per_second)
     select $1, s.* from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::real[], $8::real[]) as s
     on conflict (life, workspace, month) do update set used = excluded.used, held = excluded.held, elements = excluded.elements,
       calls_per_second = excluded.calls_per_second, elements_per_second = excluded.elements_per_second`,
    [
      life,
      workspaces,
      months,
      column(({ settlement }) => settlement.lease.used),
      column(({ settlement }) => settlement.lease.held),
      column(({ report }) => report.elements),
      column(({ report }) => report.callsPerSecond),
      column(({ report }) => report.elementsPerSecond),
    ],
  );
}
