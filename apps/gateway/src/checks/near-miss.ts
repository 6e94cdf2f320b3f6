import type { DtoFault } from '#contracts/dto/dto-fault.js';
import { partsOf } from '#contracts/dto/json-pointer.js';

const MAX_NAMES = 6;
const MAX_NAME = 40;

/** Names of the same property in other interfaces. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  externalId: ['id', 'uuid', 'deviceId'],
  lat: ['latitude'],
  lon: ['lng', 'long', 'longitude'],
};
const folded = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Adds what the sender probably meant to a fault: a similar name, or swapped lat and lon. */
export function explainNearMiss(value: unknown, fault: DtoFault): string {
  const parent = parentOf(value, fault.pointer);
  if (parent === undefined) return fault.detail;
  if (fault.detail.endsWith(' is missing.')) {
    const names = Object.keys(parent);
    if (names.length === 0) return fault.detail;
    const shown = (name: string): string => JSON.stringify(name.slice(0, MAX_NAME).toWellFormed());
    const wanted = partsOf(fault.pointer).at(-1)!;
    const meant = names.find((name) => ALIASES[wanted]?.includes(name) === true || folded(name) === folded(wanted));
    if (meant !== undefined) return `${fault.detail.slice(0, -1)}; ${shown(meant)} is not a known name. Use ${JSON.stringify(wanted)}.`;
    return `${fault.detail.slice(0, -1)}; the names here are ${names.slice(0, MAX_NAMES).map(shown).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}.`;
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

/** The object that has, or should have, the property at the end of the pointer. */
function parentOf(value: unknown, pointer: string): Record<string, unknown> | undefined {
  let at = value;
  for (const part of partsOf(pointer).slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return typeof at === 'object' && at !== null && !Array.isArray(at) ? (at as Record<string, unknown>) : undefined;
}
