import type { PoolClient } from 'pg';
import type { QuotaAnswer, RateDemand } from '#contracts/directory/quota-report.js';
import { ALIVE_SECONDS } from './gateway-liveness.js';
import { type RateClaim, shareOf } from './share-rules.js';

type Shares = QuotaAnswer['shares'];

interface GatewayRow {
  demands: RateDemand[];
  shares: Shares;
}

/** The shares of rates for a gateway by its reported demand; stored, so that the other gateways get the rest. */
export async function shareOut(client: PoolClient, life: string, demands: readonly RateDemand[]): Promise<Shares> {
  const { rows } = await client.query<GatewayRow>(
    `select demands, shares from quota_gateway where life <> $1 and not stopped
      and reported_at > clock_timestamp() - make_interval(secs => $2)`,
    [life, ALIVE_SECONDS],
  );
  const others = rows.map(({ demands: each, shares }) => ({ demands: new Map(each.map((demand) => [demand.key, demand])), shares }));
  const shares: Shares = {};
  for (const { key, callsPerSecond, elementsPerSecond } of demands) {
    const claims = others.map((other) => [other.demands.get(key), other.shares[key]] as const);
    const calls = claims.map(([demand, held]): RateClaim => ({ demand: demand?.callsPerSecond ?? 0, held: held?.[0] ?? 0 }));
    const elements = claims.map(([demand, held]): RateClaim => ({ demand: demand?.elementsPerSecond ?? 0, held: held?.[1] ?? 0 }));
    shares[key] = [shareOf({ demand: callsPerSecond, held: 0 }, calls), shareOf({ demand: elementsPerSecond, held: 0 }, elements)];
  }
  await client.query(`update quota_gateway set shares = $2 where life = $1`, [life, JSON.stringify(shares)]);
  return shares;
}
