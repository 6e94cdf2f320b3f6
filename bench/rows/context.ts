import type { BenchStack } from '../bench-stack.js';

/** What a row of the product measures with. */
export interface ProductContext {
  stack: BenchStack;
  /** Of one run under load. */
  seconds: number;
  /** How many objects the fleet has. */
  objects: number;
  /** Of the row on memory. */
  memorySeconds: number;
}
