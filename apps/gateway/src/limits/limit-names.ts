import type { PlanLimits } from '#contracts/directory/plan-limits.js';

/** Limits as headers, refusals and metrics name them, with the property of the plan that each comes from. */
export const LIMIT_NAMES = {
  'calls-per-month': 'callsPerMonth',
  'calls-per-second': 'callsPerSecond',
  'elements-per-second': 'elementsPerSecond',
  'token-calls-per-second': 'tokenCallsPerSecond',
  'token-elements-per-second': 'tokenElementsPerSecond',
} as const satisfies Record<string, keyof PlanLimits>;

export type LimitName = keyof typeof LIMIT_NAMES;
export type RateName = Exclude<LimitName, 'calls-per-month'>;
