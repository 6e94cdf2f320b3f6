import type { PlanLimits } from '#contracts/directory/plan-limits.js';
import type { QuotaAccount } from './quota-account.js';
import { type RateLimits, tokenRates, workspaceRates } from './rate-limits.js';

/** One workspace's limits on this gateway under one version of its plan; the account outlives a change of the plan. */
export class WorkspaceLimits {
  readonly rates: RateLimits | undefined;
  private readonly tokens = new Map<string, RateLimits>();
  /** Whether the plan limits calls or elements over time, per month or second; otherwise calls are only counted. */
  readonly limited: boolean;
  private readonly limitsTokens: boolean;

  readonly id: string;
  readonly plan: PlanLimits;
  readonly planName: string;
  account: QuotaAccount;

  constructor(
    { id, plan, planName, account }: { id: string; plan: PlanLimits; planName: string; account: QuotaAccount },
    share: number,
    now: number,
  ) {
    this.id = id;
    this.plan = plan;
    this.planName = planName;
    this.account = account;
    this.rates = workspaceRates(id, plan, share, now);
    this.limitsTokens = plan.tokenCallsPerSecond !== null || plan.tokenElementsPerSecond !== null;
    this.limited = plan.callsPerMonth !== null || this.rates !== undefined || this.limitsTokens;
  }

  /** The rates of one token; undefined if the plan has no limits per token. */
  ratesOf(tokenId: string, share: () => number, now: number): RateLimits | undefined {
    if (!this.limitsTokens) return undefined;
    let rates = this.tokens.get(tokenId);
    if (rates === undefined) this.tokens.set(tokenId, (rates = tokenRates(this.id, tokenId, this.plan, share(), now)!));
    return rates;
  }

  get allRates(): RateLimits[] {
    return this.rates === undefined ? [...this.tokens.values()] : [this.rates, ...this.tokens.values()];
  }

  forgetIdleTokens(now: number): void {
    for (const [id, rates] of this.tokens) if (rates.isIdle(now)) this.tokens.delete(id);
  }
}
