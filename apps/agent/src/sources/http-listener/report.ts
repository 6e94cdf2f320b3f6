import type { Received } from '../../reading/source.js';

/** One position of one device, as the device reported it. */
export interface Report {
  readonly device: string;
  readonly message: Received;
}

/** The reports of a request, or its fault, which the sender gets with 400. */
export type Reports = readonly Report[] | { readonly fault: string };
