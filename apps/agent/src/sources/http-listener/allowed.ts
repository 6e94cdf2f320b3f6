import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpListenerOptions } from './options.js';

/** Whether the sender may report for these devices. @param given the bearer secret, or `key` of the query */
export function isAllowed({ secret, keys }: HttpListenerOptions, given: string | undefined, devices: readonly string[]): boolean {
  if (secret === undefined && keys === undefined) return true;
  if (given === undefined) return false;
  if (secret !== undefined && isSame(given, secret)) return true;
  return devices.every((device) => keys !== undefined && Object.hasOwn(keys, device) && isSame(given, keys[device]!));
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(wanted).digest());
}
