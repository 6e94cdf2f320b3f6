import type { Received } from '../source.js';

/** One position of one device, as a device told it. */
export interface Report {
  readonly device: string;
  readonly message: Received;
}

/** What a request holds, or what is wrong with it: told to who sent it, with 400. */
export type Reports = readonly Report[] | { readonly fault: string };
