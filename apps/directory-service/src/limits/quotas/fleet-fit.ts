import type { FleetDto } from '#contracts/directory/dto/fleet.dto.js';
import type { PlanLimits } from '#contracts/directory/plan-limits.js';

type Needed = Record<
  | 'objects'
  | 'callsPerMonth'
  | 'callsPerSecond'
  | 'elementsPerSecond'
  | 'tokenCallsPerSecond'
  | 'tokenElementsPerSecond'
  | 'elementsPerCall',
  number
>;
type NeededLimit = keyof Needed;

export interface FleetFit {
  plan: string;
  fits: boolean;
  /** One entry per limit; `allowed` is null if not limited. Rates are averages; the plan's `burstSeconds` covers bursts above them. */
  limits: { limit: NeededLimit; needed: number; allowed: number | null; fits: boolean }[];
  /** The smallest plan that would fit; null if there is none. */
  smallestPlan: string | null;
}

/** Length of the longest month. */
const MONTH_SECONDS = 31 * 86_400;
const HOUR_SECONDS = 3600;

/** Whether a fleet fits into its workspace's plan, and which plan would be enough. */
export function fitOf(fleet: FleetDto, plan: string, plans: readonly { name: string; limits: PlanLimits }[]): FleetFit {
  const needed = neededBy(fleet);
  const fitting = plans
    .filter(({ limits }) => limitsFor(needed, limits).every(({ fits }) => fits))
    .sort((a, b) => bySize(a.limits, b.limits));
  const limits = limitsFor(needed, plans.find(({ name }) => name === plan)!.limits);
  return { plan, fits: limits.every(({ fits }) => fits), limits, smallestPlan: fitting[0]?.name ?? null };
}

function neededBy({ objects, updatesPerObjectPerHour, elementsPerCall, readsPerHour = 0, tokens = 1 }: FleetDto): Needed {
  const elements = (objects * updatesPerObjectPerHour) / HOUR_SECONDS;
  // A fleet that is smaller than the largest call cannot fill it.
  const filled = Math.min(elementsPerCall, objects);
  const calls = elements / filled + readsPerHour / HOUR_SECONDS;
  return {
    objects,
    callsPerMonth: Math.ceil(calls * MONTH_SECONDS),
    callsPerSecond: rounded(calls),
    elementsPerSecond: rounded(elements),
    tokenCallsPerSecond: rounded(calls / tokens),
    tokenElementsPerSecond: rounded(elements / tokens),
    elementsPerCall: filled,
  };
}

function limitsFor(needed: Needed, plan: PlanLimits): FleetFit['limits'] {
  return (Object.entries(needed) as [NeededLimit, number][]).map(([limit, need]) => {
    const allowed = limit === 'elementsPerCall' ? largestCall(plan) : plan[limit];
    return { limit, needed: need, allowed, fits: allowed === null || need <= allowed };
  });
}

/** The largest possible call. One that is larger than a whole bucket is never admitted. */
function largestCall({ elementsPerCall, elementsPerSecond, tokenElementsPerSecond, burstSeconds }: PlanLimits): number | null {
  const largest = Math.min(
    elementsPerCall ?? Infinity,
    (elementsPerSecond ?? Infinity) * burstSeconds,
    (tokenElementsPerSecond ?? Infinity) * burstSeconds,
  );
  return largest === Infinity ? null : largest;
}

const SIZES = ['callsPerMonth', 'elementsPerSecond', 'callsPerSecond', 'tokenElementsPerSecond', 'tokenCallsPerSecond'] as const;

function bySize(a: PlanLimits, b: PlanLimits): number {
  for (const size of SIZES) {
    const [left, right] = [a[size] ?? Infinity, b[size] ?? Infinity];
    if (left !== right) return left - right;
  }
  return 0;
}

/** Rounds up, so that the reported number is enough. */
const rounded = (rate: number): number => Math.ceil(rate * 1000) / 1000;
