/** Of what has another address once it is another. */
export const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
/** Asked for each time, and answered with 304 while it is the same. */
export const ASKED_EACH_TIME = { 'cache-control': 'no-cache' } as const;
