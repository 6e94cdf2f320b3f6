import type { BenchStack } from '../bench-stack.js';

/** What a row of the product measures with. */
export interface ProductContext {
  stack: BenchStack;
  /** Of one run under load. */
  seconds: number;
  /** Of the row that is to be sustained. */
  sustainedSeconds: number;
  /** How many objects the fleet has. */
  objects: number;
  /** Of the row on memory. */
  memorySeconds: number;
}
