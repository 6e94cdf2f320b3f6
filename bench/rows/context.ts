import type { TestSpace } from '#testing/test-space.js';
import type { BenchStack } from '../bench-stack.js';

/** The surroundings of a row of the product. */
export interface ProductContext {
  stack: BenchStack;
  /** Where it runs: for a row that starts a separate service. */
  space: TestSpace;
  /** Of one run under load. */
  seconds: number;
  /** Length of the sustained row. */
  sustainedSeconds: number;
  /** How many objects the fleet has. */
  objects: number;
  /** Of the row on memory. */
  memorySeconds: number;
  /** Of live updates of the row on the map app's memory. */
  mapMinutes: number;
}
