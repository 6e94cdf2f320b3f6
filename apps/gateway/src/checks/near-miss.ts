import type { DtoFault } from '#contracts/dto/dto-fault.js';
import { partsOf } from '#contracts/dto/json-pointer.js';

const MAX_NAMES = 6;
const MAX_NAME = 40;

/** Adds to a fault what the sender probably meant: a similar name instead of a missing one, or lat and lon swapped. */
export function explainNearMiss(value: unknown, fault: DtoFault): string {
  const parent = parentOf(value, fault.pointer);
  if (parent === undefined) return fault.detail;
  if (fault.detail.endsWith(' is missing.')) {
    const names = Object.keys(parent);
    if (names.length === 0) return fault.detail;
    const shown = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name.slice(0, MAX_NAME).toWellFormed()));
    return `${fault.detail.slice(0, -1)}; here is ${shown.join(', ')}${names.length > MAX_NAMES ? ', …' : ''}.`;
  }
  const { lat, lon } = parent;
  const swapped =
    fault.pointer.endsWith('/newPosition/lat') &&
    typeof lat === 'number' &&
    Math.abs(lat) <= 180 &&
    typeof lon === 'number' &&
    Math.abs(lon) <= 90;
  return swapped ? `${fault.detail.slice(0, -1)}; are lat and lon swapped?` : fault.detail;
}

/** The object in which the last part of the pointer is, or should be. */
function parentOf(value: unknown, pointer: string): Record<string, unknown> | undefined {
  let at = value;
  for (const part of partsOf(pointer).slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return typeof at === 'object' && at !== null && !Array.isArray(at) ? (at as Record<string, unknown>) : undefined;
}
