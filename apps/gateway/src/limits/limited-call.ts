import type { Problem } from '#problems/problem.js';
import type { BacklogLane, LaneOutcome } from './backlog-lane.js';
import type { Clock } from './clock.js';
import type { LimitLedger } from './limit-ledger.js';
import { limitStates } from './limit-states.js';
import type { LimitsMetrics } from './limits-metrics.js';
import type { QuotaAccount } from './quota-account.js';
import { policyHeader, rateLimitHeader } from './rate-limit-headers.js';
import type { Rate, RateLimits } from './rate-limits.js';
import {
  bodyTooLarge,
  type LaneRefusal,
  lastInLine,
  neverFits,
  quotaExceeded,
  quotaUnavailable,
  rateLimited,
  type RefusedBy,
  tooManyElements,
} from './refusals.js';
import type { TokenCount } from './token-counts.js';
import type { WorkspaceLimits } from './workspace-limits.js';

/** The limits of one gateway. */
export interface LimitKeepers {
  ledger: LimitLedger;
  lane: BacklogLane;
  metrics: LimitsMetrics;
  clock: Clock;
  /** How long a call may wait for a lease. */
  leaseWaitMs: number;
  /** Asks the directory for more. */
  askSoon: () => void;
  directoryAway: () => boolean;
  /** Whether the gateway is busy, so that the backlog lane has to wait. */
  isBusy: () => boolean;
}

export interface CallFrame {
  tokenId: string;
  /** Claim `sub` of the token. */
  subject: string;
  /** Sent with `Priority: u=7`, or under a plan with the backlog lane. */
  backlog: boolean;
  /** Size of the body from Content-Length; 0 if unknown. */
  bytes: number;
  gone: () => AbortSignal;
  /** Checks after a wait whether the call is still authorised; undefined: it is. */
  refusalByNow: () => Problem | undefined;
}

/** The part of each bucket that calls of the backlog lane leave to other calls. */
const RESERVE = 0.5;

type Refusal = Problem | undefined;

/** Applies the plan's limits to one call: first those of calls, then those of elements. Without limits the call is only counted. */
export class LimitedCall {
  readonly tokenRates: RateLimits | undefined;
  private readonly token: TokenCount | undefined;
  /** The account that counted the call. */
  private account: QuotaAccount | undefined;

  constructor(
    private readonly keepers: LimitKeepers,
    readonly workspace: WorkspaceLimits,
    private readonly frame: CallFrame,
  ) {
    const { ledger, clock } = keepers;
    this.tokenRates = workspace.ratesOf(frame.tokenId, () => ledger.firstShare, clock());
    this.token = ledger.tokens.of(workspace.id, workspace.account.month, frame.subject);
  }

  get maxBodyBytes(): number {
    return this.workspace.plan.bodyBytes ?? Infinity;
  }

  /** Call it before the body is read. Undefined: the call is admitted and counted. */
  enter(): Refusal | Promise<Refusal> {
    const { workspace, frame } = this;
    if (frame.bytes > this.maxBodyBytes) return this.tooLarge();
    const now = this.keepers.clock();
    workspace.rates?.countDemand(1, 0, now);
    this.tokenRates?.countDemand(1, 0, now);
    if (frame.backlog) return this.enterBacklog();
    const over = this.overRate('calls', 1, 0);
    if (over !== undefined) return this.rateRefusal(over, 1);
    this.takeRate('calls', 1);
    return this.enterQuota(now);
  }

  private async enterBacklog(): Promise<Refusal> {
    const outcome = await this.waitInLane('calls', 1, this.frame.bytes);
    if (outcome !== 'admitted') return this.laneRefusal('calls', 1, outcome);
    const refusal = this.frame.refusalByNow();
    if (refusal !== undefined) this.giveBackRate('calls', 1);
    return refusal ?? this.enterQuota(this.keepers.clock());
  }

  /** The refusal of a body that is larger than the plan allows, but within the gateway's own limit. */
  tooLarge(): Problem {
    this.uncount();
    this.token?.add(0, 0, 1);
    return bodyTooLarge(this.workspace.planName, this.maxBodyBytes);
  }

  /** Call it as soon as the body is parsed. @throws Problem 422 for more elements than the plan allows per call */
  checkElements(count: number): void {
    const { elementsPerCall } = this.workspace.plan;
    if (elementsPerCall === null || count <= elementsPerCall) return;
    this.uncount();
    this.token?.add(0, 0, 1);
    throw tooManyElements(this.workspace.planName, elementsPerCall, count);
  }

  /** Call it after the elements are checked and before any is published. A refused call does not count. */
  async takeElements(count: number, bodyBytes: number): Promise<void> {
    const refusal = await this.elementsRefusal(count, bodyBytes);
    if (refusal === undefined) {
      this.token?.add(0, count, 0);
      return this.workspace.account.countElements(count);
    }
    this.uncount();
    this.giveBackRate('calls', 1);
    throw refusal;
  }

  private async elementsRefusal(count: number, bodyBytes: number): Promise<Refusal> {
    const { workspace, keepers } = this;
    const now = keepers.clock();
    workspace.rates?.countDemand(0, count, now);
    this.tokenRates?.countDemand(0, count, now);
    const over = this.overRate('elements', count, 0);
    if (over?.seconds === Infinity && count > over.rate.bucket.size)
      return this.refused(over.rate.name, neverFits(this.stateOf(over.rate, over.seconds, now), count));
    if (this.frame.backlog) return this.elementsInBacklog(count, bodyBytes);
    if (over !== undefined) return this.rateRefusal(over, count);
    this.takeRate('elements', count);
    return undefined;
  }

  private async elementsInBacklog(count: number, bodyBytes: number): Promise<Refusal> {
    const outcome = await this.waitInLane('elements', count, bodyBytes);
    if (outcome !== 'admitted') return this.laneRefusal('elements', count, outcome);
    const refusal = this.frame.refusalByNow();
    if (refusal !== undefined) this.giveBackRate('elements', count);
    return refusal;
  }

  /** Takes the call out of the month's count, because a later limit refused it or it failed through no fault of the caller. */
  uncount(): void {
    if (this.account === undefined) return;
    this.account.giveBack(this.workspace.plan.callsPerMonth !== null);
    this.account = undefined;
    this.token?.add(-1, 0, 0);
  }

  /** The present `RateLimit-Policy` and `RateLimit`; undefined if no limit applies that these headers can show. */
  headers(): { policy: string; limits: string } | undefined {
    if (!this.workspace.limited) return undefined;
    const { account, plan } = this.workspace;
    const states = limitStates(this, this.keepers.ledger.calendar, this.keepers.clock(), () => account.remaining(plan.callsPerMonth!) ?? 0);
    return states.length === 0 ? undefined : { policy: policyHeader(states), limits: rateLimitHeader(states) };
  }

  private enterQuota(now: number): Refusal | Promise<Refusal> {
    const { account, plan } = this.workspace;
    if (plan.callsPerMonth === null) account.count(now);
    else if (!account.take(now)) {
      this.keepers.askSoon();
      if (!account.usedUp) return this.waitForLease(account, plan.callsPerMonth);
      return this.quotaRefusal(account, plan.callsPerMonth, false);
    } else if (account.runsLow) this.keepers.askSoon();
    this.admit(account);
    return undefined;
  }

  private async waitForLease(account: QuotaAccount, quota: number): Promise<Refusal> {
    const refusal = await account.wait(this.keepers.leaseWaitMs, () => (this.keepers.directoryAway() ? 'directory-away' : 'elsewhere'));
    this.keepers.metrics.waits.inc({ for: 'lease', outcome: refusal === undefined ? 'admitted' : 'refused' });
    if (refusal === undefined) {
      this.admit(account);
      return undefined;
    }
    if (refusal !== 'directory-away') return this.quotaRefusal(account, quota, refusal === 'elsewhere');
    this.giveBackRate('calls', 1);
    return this.refused('calls-per-month', quotaUnavailable(this.workspace.planName));
  }

  private admit(account: QuotaAccount): void {
    this.account = account;
    this.token?.add(1, 0, 0);
  }

  private quotaRefusal(account: QuotaAccount, quota: number, elsewhere: boolean): Problem {
    this.giveBackRate('calls', 1);
    const now = this.keepers.clock();
    const { calendar } = this.keepers.ledger;
    const windowSeconds = calendar.seconds(now);
    const left = account.remaining(quota) ?? 0;
    const by: RefusedBy = {
      plan: this.workspace.planName,
      limit: 'calls-per-month',
      quota,
      windowSeconds,
      used: account.usedByAll,
      left,
      resetsAt: calendar.resetsAt(now),
      retryAfterSeconds: elsewhere ? 1 : calendar.secondsLeft(now),
    };
    return this.refused('calls-per-month', quotaExceeded(by, elsewhere));
  }

  private waitInLane(what: 'calls' | 'elements', count: number, bytes: number): Promise<LaneOutcome> {
    const { lane, isBusy, metrics } = this.keepers;
    let attempts = 0;
    const attempt = (): boolean => {
      attempts += 1;
      if ((what === 'calls' && isBusy()) || this.overRate(what, count, RESERVE) !== undefined) return false;
      this.takeRate(what, count);
      return true;
    };
    const waited = lane.wait(`${this.workspace.id}/${what}`, bytes, attempt, this.frame.gone());
    return waited.then((outcome) => {
      const taken = outcome === 'admitted';
      if (outcome !== 'no-room' && (attempts > 1 || !taken)) metrics.waits.inc({ for: 'backlog', outcome: taken ? 'admitted' : 'refused' });
      return outcome;
    });
  }

  /** The exceeded rate with the longest wait, in seconds; undefined if none is exceeded. */
  private overRate(what: 'calls' | 'elements', count: number, reserve: number): { rate: Rate; seconds: number } | undefined {
    const now = this.keepers.clock();
    let over: { rate: Rate; seconds: number } | undefined;
    for (const rate of [this.workspace.rates?.[what], this.tokenRates?.[what]]) {
      const seconds = rate?.bucket.secondsUntil(count, now, reserve) ?? 0;
      if (rate !== undefined && seconds > (over?.seconds ?? 0)) over = { rate, seconds };
    }
    return over;
  }

  private takeRate(what: 'calls' | 'elements', count: number): void {
    this.workspace.rates?.[what]?.bucket.take(count);
    this.tokenRates?.[what]?.bucket.take(count);
  }

  private giveBackRate(what: 'calls' | 'elements', count: number): void {
    this.workspace.rates?.[what]?.bucket.giveBack(count);
    this.tokenRates?.[what]?.bucket.giveBack(count);
  }

  private rateRefusal({ rate, seconds }: { rate: Rate; seconds: number }, count: number): Problem {
    return this.refused(rate.name, rateLimited(this.stateOf(rate, seconds, this.keepers.clock()), count, undefined));
  }

  /** The refusal of a call in the backlog lane. It may exceed no rate itself: it waited behind calls that do, or the gateway was busy. */
  private laneRefusal(what: 'calls' | 'elements', count: number, outcome: LaneRefusal): Problem {
    const over = this.overRate(what, count, RESERVE) ?? (this.keepers.isBusy() ? undefined : this.scarcest(what));
    if (over === undefined || outcome === 'closing') return lastInLine(outcome);
    return this.refused(over.rate.name, rateLimited(this.stateOf(over.rate, over.seconds, this.keepers.clock(), RESERVE), count, outcome));
  }

  /** The rate with the least left, which earlier calls in the lane are waiting for. */
  private scarcest(what: 'calls' | 'elements'): { rate: Rate; seconds: number } | undefined {
    const now = this.keepers.clock();
    const [rate] = [this.workspace.rates?.[what], this.tokenRates?.[what]]
      .filter((each) => each !== undefined)
      .sort((a, b) => a.bucket.left(now, RESERVE) - b.bucket.left(now, RESERVE));
    return rate && { rate, seconds: 1 };
  }

  /** @param reserve the part of the bucket that this call has to leave to others */
  private stateOf({ name, bucket }: Rate, seconds: number, now: number, reserve?: number): RefusedBy {
    const leftToAll = bucket.left(now);
    const left = reserve === undefined ? leftToAll : bucket.left(now, reserve);
    const retryAfterSeconds = Math.max(1, Math.ceil(Math.min(seconds, bucket.burstSeconds * 10)));
    return {
      plan: this.workspace.planName,
      limit: name,
      quota: bucket.size,
      windowSeconds: bucket.burstSeconds,
      used: Math.max(0, bucket.size - leftToAll),
      left,
      ...(reserve !== undefined && { reserved: leftToAll - left }),
      resetsAt: new Date(now + retryAfterSeconds * 1000).toISOString(),
      retryAfterSeconds,
    };
  }

  private refused(limit: RefusedBy['limit'], problem: Problem): Problem {
    this.keepers.metrics.refused.inc({ limit });
    this.token?.add(0, 0, 1);
    return problem;
  }
}
