import { list } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';
import { objectOf, textOf } from './json-values.js';

/** Where everything was last, as a hub tells it by REST. */
export interface Snapshot {
  readonly documents: readonly unknown[];
  /** The hub takes `crs` as a filter and leaves out what it does not have in EPSG:4326: subscribe without it. */
  readonly filters: boolean;
}

const PATHS = { motions: '/trackables/motions', locations: '/providers/locations' } as const;

/**
 * Asks for everything that moves in EPSG:4326, and once more as it is: hubs for which `crs` is a filter tell of things with local coordinates
 * only then. What came in EPSG:4326 goes before.
 * @param asked whether to ask for EPSG:4326 at all
 * @returns undefined when the hub has no such list. @throws Error when it is away
 */
export async function takeSnapshot(rest: HubRest, use: 'motions' | 'locations', asked: boolean): Promise<Snapshot | undefined> {
  const path = PATHS[use];
  const plain = await list(rest, path);
  const projected = asked ? await list(rest, `${path}?crs=${encodeURIComponent('EPSG:4326')}`) : undefined;
  if (projected === undefined) return plain && { documents: plain, filters: !asked };
  const there = new Set(projected.map((each) => thingOf(each, use)));
  const others = (plain ?? []).filter((each) => !there.has(thingOf(each, use)));
  return { documents: [...projected, ...others], filters: others.length > 0 };
}

function thingOf(document: unknown, use: 'motions' | 'locations'): string | undefined {
  const object = objectOf(document);
  return textOf(use === 'motions' ? object?.id : object?.provider_id);
}
