import type { TestSpace } from '#testing/test-space.js';

/** What the limits underneath are measured with: the same broker and database, none of the product. */
export interface LimitContext {
  space: TestSpace;
  seconds: number;
  objects: number;
}
