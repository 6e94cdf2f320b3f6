import type { PlanLimits } from '#contracts/directory/plan-limits.js';
import type { RateDemand } from '#contracts/directory/quota-report.js';
import type { RateName } from './limit-names.js';
import { RateAverage } from './rate-average.js';
import { TokenBucket } from './token-bucket.js';

/** Shares follow demand within seconds. */
const DEMAND_SECONDS = 3;

/** The rates of a workspace, or of one of its tokens: calls and elements per second. */
export class RateLimits {
  private readonly demandOfCalls = new RateAverage(DEMAND_SECONDS);
  private readonly demandOfElements = new RateAverage(DEMAND_SECONDS);
  private lastUse = 0;

  constructor(
    /** Key in the directory: `<workspace>` or `<workspace>/<token id>`. */
    readonly key: string,
    readonly calls: Rate | undefined,
    readonly elements: Rate | undefined,
  ) {}

  /** Notes a demand. Refused calls count as well: the share is needed on the gateway where they arrive. */
  countDemand(calls: number, elements: number, now: number): void {
    this.lastUse = now;
    this.demandOfCalls.count(calls);
    this.demandOfElements.count(elements);
  }

  tick(elapsedSeconds: number): RateDemand {
    return {
      key: this.key,
      callsPerSecond: this.demandOfCalls.tick(elapsedSeconds),
      elementsPerSecond: this.demandOfElements.tick(elapsedSeconds),
    };
  }

  setShare([calls, elements]: readonly [number, number], now: number): void {
    this.calls?.bucket.setShare(calls, now);
    this.elements?.bucket.setShare(elements, now);
  }

  /** Whether it can be dropped without effect, since a new one begins with full buckets. */
  isIdle(now: number): boolean {
    return now - this.lastUse > 10_000 && this.calls?.bucket.isFull(now) !== false && this.elements?.bucket.isFull(now) !== false;
  }
}

/** A bucket and the name of the limit that it enforces. */
export interface Rate {
  name: RateName;
  bucket: TokenBucket;
}

export function workspaceRates(workspace: string, plan: PlanLimits, share: number, now: number): RateLimits | undefined {
  return rates(workspace, [
    rateOf('calls-per-second', plan.callsPerSecond, plan, share, now),
    rateOf('elements-per-second', plan.elementsPerSecond, plan, share, now),
  ]);
}

export function tokenRates(workspace: string, tokenId: string, plan: PlanLimits, share: number, now: number): RateLimits | undefined {
  return rates(`${workspace}/${tokenId}`.slice(0, 256), [
    rateOf('token-calls-per-second', plan.tokenCallsPerSecond, plan, share, now),
    rateOf('token-elements-per-second', plan.tokenElementsPerSecond, plan, share, now),
  ]);
}

function rates(key: string, [calls, elements]: [Rate | undefined, Rate | undefined]): RateLimits | undefined {
  return calls === undefined && elements === undefined ? undefined : new RateLimits(key, calls, elements);
}

function rateOf(name: RateName, perSecond: number | null, { burstSeconds }: PlanLimits, share: number, now: number): Rate | undefined {
  return perSecond === null ? undefined : { name, bucket: new TokenBucket(perSecond, burstSeconds, share, now) };
}
