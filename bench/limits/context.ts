import type { TestSpace } from '#testing/test-space.js';

/** The servers for measuring the limits underneath: the same broker and database, without the product. */
export interface LimitContext {
  space: TestSpace;
  seconds: number;
  objects: number;
}
