import type { PlanLimits } from '#contracts/directory/plan-limits.js';
import {
  MAX_ACCOUNTS,
  MAX_DEMANDS,
  type QuotaAccountReport,
  type QuotaAnswer,
  type RateDemand,
} from '#contracts/directory/quota-report.js';
import { QuotaAccount } from './quota-account.js';
import { QuotaCalendar } from './quota-calendar.js';
import { TokenCounts } from './token-counts.js';
import { WorkspaceLimits } from './workspace-limits.js';

/** Returns the limits of a workspace: the same object until they change. */
export interface PlanSource {
  limitsOf(workspace: string): PlanLimits;
  /** Used for the name of its plan. */
  workspace(id: string): { readonly plan: string } | undefined;
}

const DEMAND_FLOOR = 0.01;
/** Between regular reports, only urgent changes are reported. */
const REGULAR_MS = 900;

/** All workspaces with calls on this gateway, and the reports about them to the directory. */
export class LimitLedger {
  readonly calendar = new QuotaCalendar();
  private readonly workspaces = new Map<string, WorkspaceLimits>();
  /** Accounts of past months, reported until the directory has all of their calls. */
  private closing: QuotaAccount[] = [];
  private inReport = new Map<string, QuotaAccount>();
  /** Number of gateways; 1 until the directory reports it. */
  private gateways = 1;
  private tickedAt: number | undefined;
  private more = false;

  constructor(
    private readonly plans: PlanSource,
    readonly tokens = new TokenCounts(),
  ) {}

  /** @param now milliseconds since the epoch */
  workspace(id: string, now: number): WorkspaceLimits {
    const plan = this.plans.limitsOf(id);
    const known = this.workspaces.get(id);
    const month = this.calendar.month(now);
    if (known !== undefined && known.plan === plan && known.account.month === month) return known;
    if (known !== undefined && known.account.month !== month) this.closing.push(known.account);
    const account = known?.account.month === month ? known.account : new QuotaAccount(id, month);
    account.reconsider();
    if (known?.plan === plan) {
      known.account = account;
      return known;
    }
    const limits = new WorkspaceLimits({ id, plan, planName: this.plans.workspace(id)?.plan ?? 'unknown', account }, this.firstShare, now);
    this.workspaces.set(id, limits);
    return limits;
  }

  /** The share of a rate that this gateway uses until the directory assigns one. */
  get firstShare(): number {
    return 1 / this.gateways;
  }

  get leasedCalls(): number {
    let sum = 0;
    for (const { account } of this.workspaces.values()) sum += account.leased;
    return sum;
  }

  get waitingCalls(): number {
    let sum = 0;
    for (const { account } of this.workspaces.values()) sum += account.waitingCalls;
    return sum;
  }

  /** Whether more accounts were due than fitted into the last report. */
  get hasMore(): boolean {
    return this.more;
  }

  /** The reports on calls. With `ends`, they return all leases. */
  accountReports(now: number, about: { ends: boolean; reachable: boolean }): QuotaAccountReport[] {
    this.inReport = new Map();
    const reports: QuotaAccountReport[] = [];
    const add = (account: QuotaAccount, limited: boolean, ends: boolean): void => {
      if (reports.length >= MAX_ACCOUNTS) return;
      this.inReport.set(keyOf(account), account);
      reports.push(account.report(now, { limited, ends, reachable: about.reachable }));
    };
    for (const account of this.closing) add(account, true, true);
    const due = [...this.workspaces.values()]
      .filter(({ account }) => account.isDue(now) && (about.ends || account.isUrgent || now - account.lastReportAt >= REGULAR_MS))
      .sort((a, b) => b.account.waitingCalls - a.account.waitingCalls || a.account.lastReportAt - b.account.lastReportAt);
    this.more = this.closing.length + due.length > MAX_ACCOUNTS;
    for (const { account, plan } of due) add(account, plan.callsPerMonth !== null, about.ends);
    return reports;
  }

  /** The rates demanded since the last call; call it about once a second. */
  demands(now: number): RateDemand[] {
    const elapsed = this.tickedAt === undefined ? 1 : (now - this.tickedAt) / 1000;
    this.tickedAt = now;
    const demands: RateDemand[] = [];
    for (const workspace of this.workspaces.values()) {
      workspace.account.tick(elapsed);
      for (const rates of workspace.allRates) {
        const demand = rates.tick(elapsed);
        if (demand.callsPerSecond + demand.elementsPerSecond > DEMAND_FLOOR) demands.push(demand);
      }
      workspace.forgetIdleTokens(now);
    }
    if (demands.length <= MAX_DEMANDS) return demands;
    // The rest keeps an even share.
    return demands.sort((a, b) => b.callsPerSecond + b.elementsPerSecond - a.callsPerSecond - a.elementsPerSecond).slice(0, MAX_DEMANDS);
  }

  /** @param hasShares the report included demands, so the answer contains all shares */
  apply(answer: QuotaAnswer, hasShares: boolean, now: number): void {
    this.calendar.adjust(answer.now, now);
    this.gateways = Math.max(1, answer.gateways);
    this.tokens.reportAccepted();
    for (const grant of answer.accounts) this.inReport.get(keyOf(grant))?.granted(grant);
    this.closing = this.closing.filter((account) => account.isDue(now));
    if (!hasShares) return;
    for (const { allRates } of this.workspaces.values()) {
      for (const rates of allRates) {
        const share = answer.shares[rates.key];
        if (share !== undefined) rates.setShare(share, now);
      }
    }
  }

  /** Starts again after the directory has dropped this gateway: it keeps the reported calls, and all leases are lost. */
  beginNewLife(): void {
    this.closing = [];
    this.inReport.clear();
    for (const { account } of this.workspaces.values()) account.beginNewLife();
    this.tokens.beginNewLife();
  }
}

const keyOf = ({ workspace, month }: { workspace: string; month: string }): string => `${month}/${workspace}`;
