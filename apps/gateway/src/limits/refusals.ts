import { Problem } from '#problems/problem.js';
import type { LimitName } from './limit-names.js';

const NOTHING_APPLIED = 'Nothing of this call was applied; each of its elements can be sent again.';

/** What a refusal says of the limit; all in calls or elements. */
export interface RefusedBy {
  /** Its name. */
  plan: string;
  limit: LimitName;
  quota: number;
  windowSeconds: number;
  used: number;
  left: number;
  /** RFC 3339. */
  resetsAt: string;
  retryAfterSeconds: number;
}

const members = ({ plan, limit, quota, windowSeconds, used, left, resetsAt }: RefusedBy): Record<string, unknown> => ({
  plan,
  limit,
  quota,
  windowSeconds,
  used,
  left,
  resetsAt,
  applied: 0,
  // As draft-ietf-httpapi-ratelimit-headers-11, section 5.1 names it.
  'violated-policies': [limit],
});
const retryAfter = (seconds: number): Record<string, string> => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

export function rateLimited(by: RefusedBy, asked: number, waited: boolean): Problem {
  const what = by.limit.includes('elements') ? 'elements' : 'calls';
  const whose = by.limit.startsWith('token') ? 'token' : 'workspace';
  const rest = asked > 1 ? ` ${asked} were asked for, ${by.left} are left at the moment.` : '';
  const lane = waited ? ' The call waited in the backlog lane for as long as calls may.' : ' A device that flushes what it stored can send Priority: u=7 and wait instead.';
  return new Problem('rate-limited', `The ${whose} may send ${by.quota} ${what} in ${by.windowSeconds} s (limit ${by.limit} of the plan ${by.plan}).${rest} ${NOTHING_APPLIED}${lane}`, {
    headers: retryAfter(by.retryAfterSeconds),
    members: members(by),
  });
}

/** Retrying as it is would never help. */
export function neverFits(by: RefusedBy, asked: number): Problem {
  return new Problem('invalid', `The call has ${asked} elements, and the plan lets at most ${by.quota} through at a time (limit ${by.limit}): it can never fit. Send at most ${by.quota} elements a call. ${NOTHING_APPLIED}`, {
    errors: [{ pointer: '', detail: `must have at most ${by.quota} elements` }],
    members: { ...members(by), largest: by.quota },
  });
}

/** `elsewhere`: what is left is in the leases of other gateways, and may come back within seconds. */
export function quotaExceeded(by: RefusedBy, elsewhere: boolean): Problem {
  const detail = elsewhere
    ? `The last calls of the month (${by.left} of ${by.quota}) are being handed out to other gateways; try again in a moment.`
    : `The workspace has used its ${by.quota} calls of this month; the next month begins at ${by.resetsAt}. Ask the operator for a larger plan, or look at /groups/{groupID}/usage.`;
  return new Problem('quota-exceeded', `${detail} ${NOTHING_APPLIED}`, { headers: retryAfter(by.retryAfterSeconds), members: members(by) });
}

/** Only workspaces with a monthly quota need the directory, and only when their lease has come to its end. */
export function quotaUnavailable(plan: string): Problem {
  return new Problem('quota-unavailable', `The workspace's plan ${plan} limits its calls a month, and how many are left can not be asked of the directory at the moment. ${NOTHING_APPLIED}`, {
    headers: { 'retry-after': '2' },
    members: { plan, limit: 'calls-per-month' satisfies LimitName, applied: 0 },
  });
}

export function tooManyElements(plan: string, largest: number, asked: number): Problem {
  return new Problem('invalid', `The array has ${asked} elements; the workspace's plan ${plan} allows at most ${largest} a call (elementsPerCall). ${NOTHING_APPLIED}`, {
    errors: [{ pointer: '', detail: `must have at most ${largest} elements` }],
    members: { plan, limit: 'elementsPerCall', largest },
  });
}

export function bodyTooLarge(plan: string, largest: number): Problem {
  return new Problem('body-too-large', `The workspace's plan ${plan} allows bodies of at most ${largest} bytes, also once inflated (bodyBytes); send fewer elements a call. ${NOTHING_APPLIED}`, { members: { plan, limit: 'bodyBytes', largest } });
}
