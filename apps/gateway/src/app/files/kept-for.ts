/** For content whose URL changes with the content. */
export const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
/** Revalidated each time, and answered with 304 while unchanged. */
export const REVALIDATED = { 'cache-control': 'no-cache' } as const;
