import type { LimitName } from './limit-names.js';

/** The present state of one limit for a call, on this gateway. */
export interface LimitState {
  name: LimitName;
  /** The limit of the plan, for all gateways together. */
  quota: number;
  windowSeconds: number;
  left: number;
  /** Time in which no more than `left` can be used. */
  leftForSeconds: number;
}

/**
 * `RateLimit-Policy` and `RateLimit` in the format of draft-ietf-httpapi-ratelimit-headers-11 (sections 3 and 4): lists of strings
 * with parameters (RFC 9651). The registry (10.3) has no unit for elements, so theirs is our own.
 */
export function policyHeader(states: readonly LimitState[]): string {
  return states.map(({ name, quota, windowSeconds }) => `"${name}";q=${quota}${unitOf(name)};w=${windowSeconds}`).join(', ');
}

export function rateLimitHeader(states: readonly LimitState[]): string {
  return states.map(({ name, left, leftForSeconds }) => `"${name}";r=${left};t=${leftForSeconds}`).join(', ');
}

const unitOf = (name: LimitName): string => (name.includes('elements') ? ';qu="elements"' : '');
