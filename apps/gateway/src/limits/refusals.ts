import { Problem } from '#problems/problem.js';
import type { LaneOutcome } from './backlog-lane.js';
import type { LimitName } from './limit-names.js';

const NOTHING_APPLIED = 'Nothing of this call was applied; send it again.';

/** The limit that caused a refusal; numbers in calls or elements. */
export interface RefusedBy {
  /** Name of the plan. */
  plan: string;
  limit: LimitName;
  quota: number;
  windowSeconds: number;
  used: number;
  left: number;
  /** The part that the backlog lane leaves to other calls; only in refusals of calls in that lane. */
  reserved?: number;
  /** RFC 3339. */
  resetsAt: string;
  retryAfterSeconds: number;
}

const members = ({ plan, limit, quota, windowSeconds, used, left, reserved, resetsAt }: RefusedBy): Record<string, unknown> => ({
  plan,
  limit,
  quota,
  windowSeconds,
  used,
  left,
  ...(reserved !== undefined && { reserved }),
  resetsAt,
  applied: 0,
  // The name from draft-ietf-httpapi-ratelimit-headers-11, section 5.1.
  'violated-policies': [limit],
});
const retryAfter = (seconds: number): Record<string, string> => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

/** Why the backlog lane refused a call. */
export type LaneRefusal = Exclude<LaneOutcome, 'admitted'>;

const IN_LANE: Readonly<Record<LaneRefusal, string>> = {
  'no-room': 'The backlog lane is full at the moment, so the call did not wait; send fewer calls at a time.',
  late: 'The call waited in the backlog lane for the maximum time.',
  closing: 'This gateway is stopping; send the call again, and another gateway will accept it.',
};

/** @param lane undefined if the call did not request the backlog lane */
export function rateLimited(by: RefusedBy, requested: number, lane: LaneRefusal | undefined): Problem {
  const what = by.limit.includes('elements') ? 'elements' : 'calls';
  const whose = by.limit.startsWith('token') ? 'token' : 'workspace';
  const toOthers =
    by.reserved === undefined || by.reserved === 0 ? '' : ` to the backlog lane, ${by.reserved} more to calls that do not wait`;
  const rest =
    requested > 1 || toOthers !== ''
      ? ` ${requested} ${requested === 1 ? 'was' : 'were'} asked for, ${by.left} are left at the moment${toOthers}.`
      : '';
  const waiting = lane === undefined ? 'A device that sends stored reports can use Priority: u=7 to wait instead.' : IN_LANE[lane];
  return new Problem(
    'rate-limited',
    `The ${whose} may send ${by.quota} ${what} in ${by.windowSeconds} s (limit ${by.limit} of the plan ` +
      `${by.plan}).${rest} ${NOTHING_APPLIED} ${waiting}`,
    {
      headers: retryAfter(by.retryAfterSeconds),
      members: members(by),
    },
  );
}

/** For a call that no limit of the plan refused: the gateway is busy, or stops. */
export function lastInLine(lane: LaneRefusal): Problem {
  return new Problem(
    'overloaded',
    `${lane === 'closing' ? '' : 'The gateway is busy, and calls in the backlog lane come last. '}${IN_LANE[lane]} ${NOTHING_APPLIED}`,
    { headers: { 'retry-after': lane === 'closing' ? '1' : '5' } },
  );
}

/** For a call that can never be admitted. */
export function neverFits(by: RefusedBy, requested: number): Problem {
  return new Problem(
    'invalid',
    `The call has ${requested} elements, and the plan allows at most ${by.quota} at a time (limit ` +
      `${by.limit}), so it can never be accepted. Send at most ${by.quota} elements per call. ${NOTHING_APPLIED}`,
    {
      errors: [{ pointer: '', detail: `must have at most ${by.quota} elements` }],
      members: { ...members(by), largest: by.quota },
    },
  );
}

/** @param elsewhere other gateways have leased the rest of the quota, and may return some of it within seconds */
export function quotaExceeded(by: RefusedBy, elsewhere: boolean): Problem {
  const detail = elsewhere
    ? `The last calls of the month (${by.left} of ${by.quota}) are reserved for other gateways; try again in a moment.`
    : `The workspace has used its ${by.quota} calls for this month; the next month begins at ${by.resetsAt}. ` +
      'Ask the operator for a larger plan; GET /groups/{groupID}/usage shows the usage.';
  return new Problem('quota-exceeded', `${detail} ${NOTHING_APPLIED}`, { headers: retryAfter(by.retryAfterSeconds), members: members(by) });
}

/** For a call that needs a lease while the directory is down. Only workspaces with a monthly quota need leases. */
export function quotaUnavailable(plan: string): Problem {
  return new Problem(
    'quota-unavailable',
    `The workspace's plan ${plan} limits its calls per month, and the remaining number cannot be requested from the ` +
      `directory at the moment. ${NOTHING_APPLIED}`,
    {
      headers: { 'retry-after': '2' },
      members: { plan, limit: 'calls-per-month' satisfies LimitName, applied: 0 },
    },
  );
}

export function tooManyElements(plan: string, largest: number, requested: number): Problem {
  return new Problem(
    'invalid',
    `The array has ${requested} elements; the workspace's plan ${plan} allows at most ${largest} per call (elementsPerCall). ${NOTHING_APPLIED}`,
    {
      errors: [{ pointer: '', detail: `must have at most ${largest} elements` }],
      members: { plan, limit: 'elementsPerCall', largest },
    },
  );
}

export function bodyTooLarge(plan: string, largest: number): Problem {
  return new Problem(
    'body-too-large',
    `The workspace's plan ${plan} allows bodies of at most ${largest} bytes, also after decompression ` +
      `(bodyBytes); send fewer elements per call. ${NOTHING_APPLIED}`,
    { members: { plan, limit: 'bodyBytes', largest } },
  );
}
