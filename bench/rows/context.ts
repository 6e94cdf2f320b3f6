import type { TestSpace } from '#testing/test-space.js';
import type { BenchStack } from '../bench-stack.js';

/** The context of a row that measures the product. */
export interface ProductContext {
  stack: BenchStack;
  /** The space of the stack, for a row that starts another service. */
  space: TestSpace;
  /** Duration of one run under load. */
  seconds: number;
  /** Duration of the sustained row. */
  sustainedSeconds: number;
  /** Number of objects of the fleet. */
  objects: number;
  /** Duration of the memory row. */
  memorySeconds: number;
  /** Minutes of live updates in the row on the map app's memory. */
  mapMinutes: number;
}
