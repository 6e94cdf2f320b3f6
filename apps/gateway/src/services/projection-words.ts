import type { ServiceWords } from './service-client.js';

const AWAY = 'Objects cannot be read at the moment; updates are still taken.';

/** Errors for callers when the projection does not answer a read. */
export const PROJECTION_WORDS: ServiceWords = { away: AWAY, busy: 'Too many reads are waiting; try again in a moment.', failed: AWAY };
