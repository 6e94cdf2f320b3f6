import { objectOf, textOf } from '../reading-parts/json-values.js';
import { placeOf } from './coordinates/place-of.js';
import type { Zones } from './coordinates/zones.js';
import { list } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';

/** The last position of everything, from a hub's REST interface. */
export interface Snapshot {
  readonly documents: readonly unknown[];
  /** The hub supports `crs` as a filter and leaves out positions that it does not have in EPSG:4326. */
  readonly filters: boolean;
  /** Some positions can be converted only by the hub, which does so: subscribe with `crs`. */
  readonly needsHub: boolean;
}

const PATHS = { motions: '/trackables/motions', locations: '/providers/locations' } as const;

/**
 * Requests everything that moves in its original form, and again in EPSG:4326. A position that the agent can place itself takes precedence
 * over the hub's conversion, because hubs round and lose the floor of a zone.
 * @param zones for converting local coordinates in the agent
 * @returns undefined when the hub has no such list.
 * @throws Error when it is unavailable
 */
export async function takeSnapshot(rest: HubRest, use: 'motions' | 'locations', zones: Zones): Promise<Snapshot | undefined> {
  const canPlace = (document: unknown): boolean => {
    const object = objectOf(document);
    const location = use === 'locations' ? object : objectOf(object?.location);
    return location !== undefined && 'lat' in placeOf(location, zones);
  };
  const path = PATHS[use];
  const plain = await list(rest, path);
  const converted = await list(rest, `${path}?crs=${encodeURIComponent('EPSG:4326')}`);
  if (plain === undefined || converted === undefined) {
    const documents = plain ?? converted;
    return documents && { documents, filters: false, needsHub: plain === undefined };
  }
  const inDegrees = new Map(converted.map((each) => [thingOf(each, use), each]));
  let filters = false;
  let needsHub = false;
  const documents = plain.map((document) => {
    const other = inDegrees.get(thingOf(document, use));
    inDegrees.delete(thingOf(document, use));
    filters ||= other === undefined;
    if (other === undefined || canPlace(document)) return document;
    needsHub ||= canPlace(other);
    return other;
  });
  return { documents: [...documents, ...inDegrees.values()], filters, needsHub };
}

function thingOf(document: unknown, use: 'motions' | 'locations'): string | undefined {
  const object = objectOf(document);
  return textOf(use === 'motions' ? object?.id : object?.provider_id);
}
