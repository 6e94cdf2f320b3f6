import type { TestSpace } from '#testing/test-space.js';
import type { BenchStack } from '../bench-stack.js';

/** What a row of the product measures with. */
export interface ProductContext {
  stack: BenchStack;
  /** Where it runs: for a row that starts a service of its own. */
  space: TestSpace;
  /** Of one run under load. */
  seconds: number;
  /** Of the row that is to be sustained. */
  sustainedSeconds: number;
  /** How many objects the fleet has. */
  objects: number;
  /** Of the row on memory. */
  memorySeconds: number;
  /** Of live updates of the row on the map app's memory. */
  mapMinutes: number;
}
