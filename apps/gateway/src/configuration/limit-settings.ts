import { integer } from '#settings/settings.js';

/** The gateway's settings for enforcing plans. */
export const limitSettings = {
  quotaWaitMs: integer('QUOTA_WAIT_MS', 'how long a call without a lease may wait for one', { default: 500, min: 10, max: 10_000 }),
  backlogCalls: integer(
    'BACKLOG_CALLS',
    'calls with Priority: u=7 that may wait, at most a quarter of them from one workspace; more get 429',
    { default: 512, min: 4, max: 100_000 },
  ),
  backlogWaitSeconds: integer('BACKLOG_WAIT_SECONDS', 'how long such a call may wait, at most four fifths of REQUEST_TIMEOUT_MS', {
    default: 25,
    min: 1,
    max: 300,
  }),
};
