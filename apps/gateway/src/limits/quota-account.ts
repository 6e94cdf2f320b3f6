import type { QuotaAccountReport, QuotaGrant } from '#contracts/directory/quota-report.js';
import { RateAverage } from './rate-average.js';

/** Why a waiting call got no part of a lease. */
export type LeaseRefusal = 'used-up' | 'elsewhere' | 'directory-away';

interface Waiter {
  settle(refusal: LeaseRefusal | undefined): void;
}

/** After this long without a call the lease is returned. */
const IDLE_MS = 10_000;
const AVERAGE_SECONDS = 30;
const MAX_WAITING = 500;

/**
 * This gateway's share of a workspace's calls in one month. A call is admitted only if it can be counted against a lease that the
 * directory has booked; where the plan has no such limit, calls are only counted.
 */
export class QuotaAccount {
  private used = 0;
  private elements = 0;
  private left = 0;
  /** Size of the lease after the last grant; when half of it is used, the gateway requests more. */
  private size = 0;
  private keep: number | null = null;
  private lastCallAt = -Infinity;
  private readonly calls = new RateAverage(AVERAGE_SECONDS);
  private readonly elementRate = new RateAverage(AVERAGE_SECONDS);
  private readonly waiting = new Set<Waiter>();
  private reported = { used: 0, elements: 0, left: 0 };
  private lastGrant: Pick<QuotaGrant, 'limit' | 'used' | 'leased'> | undefined;
  /** Calls of this gateway that are included in `lastGrant`. */
  private usedAtLastGrant = 0;
  private exhausted = false;
  private reportedAt = -Infinity;
  /** Whether a call found no lease since the last report. */
  private foundNoLease = false;

  constructor(
    readonly workspace: string,
    readonly month: string,
  ) {}

  get leased(): number {
    return this.left;
  }

  get waitingCalls(): number {
    return this.waiting.size;
  }

  /** Whether half of the lease is used, so that the gateway requests more in time. */
  get runsLow(): boolean {
    return this.left * 2 <= this.size && !this.exhausted;
  }

  /** Whether the report must not wait for the regular time. */
  get isUrgent(): boolean {
    return this.waiting.size > 0 || this.foundNoLease || (this.size > 0 && this.runsLow) || (this.keep !== null && this.left > this.keep);
  }

  get lastReportAt(): number {
    return this.reportedAt;
  }

  get usedUp(): boolean {
    return this.exhausted;
  }

  /** Number of calls that all gateways together can still admit, according to their reports; undefined while unknown. */
  remaining(limit: number): number | undefined {
    return this.lastGrant && Math.max(0, limit - this.usedByAll);
  }

  get usedByAll(): number {
    return (this.lastGrant?.used ?? 0) + this.used - this.usedAtLastGrant;
  }

  /** Counts a call of a workspace without a monthly limit. */
  count(now: number): void {
    this.lastCallAt = now;
    this.used += 1;
    this.calls.count(1);
  }

  /** Counts a call against the lease. @returns false if the lease is used up */
  take(now: number): boolean {
    this.lastCallAt = now;
    if (this.left > 0) {
      this.takeOne();
      return true;
    }
    this.foundNoLease = true;
    return false;
  }

  /** Undoes the count of a call of this month that must not count. */
  giveBack(limited: boolean): void {
    // The call was counted before the directory dropped this gateway. The directory keeps that count, and here is nothing to subtract.
    if (this.used === 0) return;
    this.used -= 1;
    if (!limited) return;
    this.left += 1;
    this.serveWaiting();
  }

  countElements(count: number): void {
    this.elements += count;
    this.elementRate.count(count);
  }

  /** Waits for a part of the next grant, in order of arrival. @returns undefined once the call is counted; after `maxMs`, the reason */
  wait(maxMs: number, whyNot: () => LeaseRefusal): Promise<LeaseRefusal | undefined> {
    if (this.waiting.size >= MAX_WAITING) return Promise.resolve(whyNot());
    return new Promise((resolve) => {
      const settle = (refusal: LeaseRefusal | undefined): void => {
        clearTimeout(late);
        this.waiting.delete(waiter);
        resolve(refusal);
      };
      const waiter = { settle };
      const late = setTimeout(() => settle(whyNot()), maxMs);
      this.waiting.add(waiter);
    });
  }

  tick(elapsedSeconds: number): void {
    this.calls.tick(elapsedSeconds);
    this.elementRate.tick(elapsedSeconds);
  }

  /** Whether there is anything to report. */
  isDue(now: number): boolean {
    const { used, elements, left } = this.reported;
    return (
      used !== this.used ||
      elements !== this.elements ||
      left !== this.left ||
      this.waiting.size > 0 ||
      this.foundNoLease ||
      this.calls.perSecond > 0 ||
      this.elementRate.perSecond > 0 ||
      (this.keep !== null && this.left > this.keep) ||
      (this.left > 0 && this.isIdle(now))
    );
  }

  /** The next report. A returned lease is not used again, even if the answer gets lost: the directory may have granted it to others. */
  report(now: number, about: { limited: boolean; ends: boolean; reachable: boolean }): QuotaAccountReport {
    const idle = this.isIdle(now);
    // While the directory is down, an idle lease stays here, since it could not be obtained again.
    if (about.ends || !about.limited || (idle && about.reachable)) this.left = 0;
    else if (this.keep !== null) this.left = Math.min(this.left, this.keep);
    this.keep = null;
    this.foundNoLease = false;
    this.reportedAt = now;
    this.reported = { used: this.used, elements: this.elements, left: this.left };
    return {
      workspace: this.workspace,
      month: this.month,
      ...this.reported,
      callsPerSecond: about.ends ? 0 : this.calls.perSecond,
      elementsPerSecond: about.ends ? 0 : this.elementRate.perSecond,
      waiting: this.waiting.size,
      wanted: about.limited && !about.ends && !idle,
    };
  }

  /** The answer to the last report. */
  granted(grant: QuotaGrant): void {
    this.lastGrant = grant;
    this.usedAtLastGrant = this.reported.used;
    // The grant is negative when the directory has lost a lease.
    this.left = Math.max(0, this.left + grant.granted);
    this.reported.left += grant.granted;
    if (grant.granted > 0) this.size = this.left;
    this.keep = grant.keep;
    this.exhausted = grant.limit !== null && this.left === 0 && grant.leased === 0 && grant.used >= grant.limit;
    this.serveWaiting();
  }

  /** Call it when the plan changes: an exhausted quota may have become larger. */
  reconsider(): void {
    this.exhausted = false;
  }

  /** Starts again after the directory has dropped this gateway: it keeps the reported calls, and counts the whole lease as used. */
  beginNewLife(): void {
    const limited = this.lastGrant !== undefined && this.lastGrant.limit !== null;
    const before = this.used;
    this.used = limited ? 0 : this.used - this.reported.used;
    this.elements -= this.reported.elements;
    this.left = 0;
    this.usedAtLastGrant -= before - this.used;
    this.reported = { used: 0, elements: 0, left: 0 };
  }

  private serveWaiting(): void {
    for (const waiter of this.waiting) {
      if (this.left > 0) {
        this.takeOne();
        waiter.settle(undefined);
      } else if (this.exhausted) waiter.settle('used-up');
    }
  }

  private takeOne(): void {
    this.left -= 1;
    this.used += 1;
    this.calls.count(1);
  }

  private isIdle(now: number): boolean {
    return this.waiting.size === 0 && now - this.lastCallAt > IDLE_MS;
  }
}
