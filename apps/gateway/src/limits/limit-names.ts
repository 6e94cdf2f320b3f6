/** Names of the limits in headers, refusals and metrics. */
export type LimitName = 'calls-per-month' | RateName;
export type RateName = 'calls-per-second' | 'elements-per-second' | 'token-calls-per-second' | 'token-elements-per-second';
