/** Limits as headers, refusals and metrics name them. */
export type LimitName = 'calls-per-month' | RateName;
export type RateName = 'calls-per-second' | 'elements-per-second' | 'token-calls-per-second' | 'token-elements-per-second';
