/** One limit of the plan, from the gateway's headers (draft-ietf-httpapi-ratelimit-headers-11). */
export interface RateLimit {
  readonly name: string;
  /** True for `elements`, false for calls. */
  readonly ofElements: boolean;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly left: number;
  /** Period in which no more than `left` can be used. */
  readonly resetSeconds: number;
}

const MAX_HEADER = 4096;
const ITEM = /"([^"\\]{1,128})"((?:\s*;\s*[a-z]+=(?:\d{1,15}|"[^"\\]{0,64}"))*)/g;
const PARAMETER = /;\s*([a-z]+)=(?:(\d{1,15})|"([^"\\]{0,64})")/g;

function itemsOf(header: string | undefined): Map<string, Map<string, string>> {
  const items = new Map<string, Map<string, string>>();
  if (header === undefined || header.length > MAX_HEADER) return items;
  for (const [, name, parameters] of header.matchAll(ITEM)) {
    items.set(name!, new Map([...parameters!.matchAll(PARAMETER)].map(([, key, number, text]) => [key!, number ?? text!])));
  }
  return items;
}

/** Reads `RateLimit` and `RateLimit-Policy`; unknown parts are ignored. */
export function rateLimitsOf(limits: string | undefined, policies: string | undefined): RateLimit[] {
  const policyOf = itemsOf(policies);
  const read: RateLimit[] = [];
  for (const [name, state] of itemsOf(limits)) {
    const policy = policyOf.get(name);
    const [left, resetSeconds] = [Number(state.get('r')), Number(state.get('t') ?? 0)];
    const [quota, windowSeconds] = [Number(policy?.get('q')), Number(policy?.get('w'))];
    if (!Number.isFinite(left) || !(quota > 0) || !(windowSeconds > 0)) continue;
    read.push({ name, ofElements: policy?.get('qu') === 'elements', quota, windowSeconds, left, resetSeconds });
  }
  return read;
}

/** The gateway reserves this part of each bucket for calls outside the backlog lane. */
const LEFT_TO_LIVE = 0.5;
const MAX_WAIT_MS = 30_000;
/** Longer windows do not refill gradually; the gateway reports when they start again. */
const MAX_WINDOW_S = 3600;

/** A rate of calls that avoids a 429. */
export interface Pace {
  /** Milliseconds until the next call. */
  readonly waitMs: number;
  /** Maximum elements of that call; at least 1. */
  readonly maxElements: number;
}

/**
 * @param backlog the call leaves half of each bucket to others
 * @param elements of the next call at its maximum size
 */
export function paceOf(limits: readonly RateLimit[], backlog: boolean, elements: number): Pace {
  let [waitMs, maxElements] = [0, elements];
  for (const { ofElements, quota, windowSeconds, left } of limits) {
    if (windowSeconds > MAX_WINDOW_S) continue;
    const reserve = backlog ? quota * LEFT_TO_LIVE : 0;
    const most = Math.max(1, Math.floor(quota - reserve));
    const needed = ofElements ? Math.min(elements, most) : 1;
    if (ofElements) maxElements = Math.min(maxElements, most);
    const perSecond = quota / windowSeconds;
    const missing = needed + reserve - left;
    if (missing > 0) waitMs = Math.max(waitMs, Math.min(MAX_WAIT_MS, (missing / perSecond) * 1000));
  }
  return { waitMs: Math.ceil(waitMs), maxElements: Math.max(1, maxElements) };
}
