import { isPrintable, type JsonObject } from '../reading-parts/json-values.js';

const MAX_ID = 256;

/**
 * The id with which a thing is sent: `properties.externalId` if set, otherwise `omlox:<hub>:<id at the hub>`.
 * @returns undefined if the gateway would not accept it: an invalid externalId is not replaced, which would create another object for the
 * thing
 */
export function externalIdOf(hub: string, id: string, properties: JsonObject | undefined): string | undefined {
  const own = properties?.externalId;
  if (own === undefined || own === null || own === '') {
    const made = `omlox:${hub}:${id}`;
    return isPrintable(made, MAX_ID) ? made : undefined;
  }
  const text = typeof own === 'number' && Number.isSafeInteger(own) ? String(own) : own;
  return typeof text === 'string' && isPrintable(text, MAX_ID) && text.trim() !== '' ? text : undefined;
}
