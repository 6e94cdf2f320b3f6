import type { QuotaCalendar } from './quota-calendar.js';
import type { LimitState } from './rate-limit-headers.js';
import type { Rate, RateLimits } from './rate-limits.js';
import type { WorkspaceLimits } from './workspace-limits.js';

/** The limits that apply to a call of one token. */
export interface LimitsOfToken {
  workspace: Pick<WorkspaceLimits, 'plan' | 'rates'>;
  tokenRates: RateLimits | undefined;
}

/**
 * The state of each limit: for the month, of all gateways together; for rates, of this gateway alone.
 * @param leftOfMonth number of calls; only used if the plan limits the month
 */
export function limitStates(
  { workspace, tokenRates }: LimitsOfToken,
  calendar: QuotaCalendar,
  now: number,
  leftOfMonth: () => number,
): LimitState[] {
  const states: LimitState[] = [];
  const { callsPerMonth } = workspace.plan;
  if (callsPerMonth !== null)
    states.push({
      name: 'calls-per-month',
      quota: callsPerMonth,
      windowSeconds: calendar.seconds(now),
      left: leftOfMonth(),
      leftForSeconds: calendar.secondsLeft(now),
    });
  for (const { name, bucket } of ratesOf({ workspace, tokenRates })) {
    states.push({ name, quota: bucket.size, windowSeconds: bucket.burstSeconds, left: bucket.left(now), leftForSeconds: 1 });
  }
  return states;
}

/** All rates that apply: first those of the workspace, then those of the token. */
export function* ratesOf({ workspace, tokenRates }: LimitsOfToken): Generator<Rate> {
  for (const rates of [workspace.rates, tokenRates]) {
    if (rates?.calls !== undefined) yield rates.calls;
    if (rates?.elements !== undefined) yield rates.elements;
  }
}
