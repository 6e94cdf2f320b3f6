import { latLngToCell } from 'h3-js';
import type { Place } from '../folding/great-circle.js';

/** The finest resolution that is kept (cells of some 0.1 km²); those of coarser ones are sums of its cells. */
export const FINEST = 9;

/** The H3 cell of a place as a decimal number, as the database holds it. */
export function cellOf(place: Place | undefined): string | undefined {
  return place && BigInt(`0x${latLngToCell(place.lat, place.lon, FINEST)}`).toString();
}
