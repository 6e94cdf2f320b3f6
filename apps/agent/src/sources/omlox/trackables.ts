import { type JsonObject, objectOf, textOf } from '../reading-parts/json-values.js';
import { boundedCache } from './bounded-cache.js';
import { eachOf, listObjects } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';

/** A hub's data about a trackable, except its position. */
export interface Trackable {
  readonly name: string | undefined;
  readonly properties: JsonObject | undefined;
}

const MAX = 100_000;
const UNKNOWN: Trackable = { name: undefined, properties: undefined };

/**
 * Names and properties of trackables: read as a list at each connection and at intervals, and one by one for things that appear in between.
 * The `externalId` among the properties determines the id with which a thing is sent, so it must be known first.
 */
export class Trackables {
  private readonly known = boundedCache<Trackable>(MAX);
  private readable = true;

  constructor(private readonly kept: readonly string[]) {}

  get(id: string): Trackable | undefined {
    return this.known.get(id);
  }

  /**
   * @returns the hub's number of trackables; undefined when it does not allow reading them.
   * @throws Error when it is unavailable
   */
  async load(rest: HubRest): Promise<number | undefined> {
    const objects = await listObjects(rest, 'trackables');
    this.readable = objects !== undefined;
    for (const object of objects ?? []) this.learn(object);
    return objects?.length;
  }

  /** A motion's own values override the known ones. */
  update(id: string, motion: JsonObject): Trackable {
    const before = this.known.get(id);
    const name = textOf(motion.name);
    const properties = objectOf(motion.properties);
    if (name === undefined && properties === undefined) return before ?? UNKNOWN;
    if (before !== undefined && (name ?? before.name) === before.name && properties === undefined) return before;
    const trackable = {
      name: name ?? before?.name,
      properties: properties ? this.keptOf({ ...before?.properties, ...properties }) : before?.properties,
    };
    this.known.set(id, trackable);
    return trackable;
  }

  /** Whether the hub should be asked before the motion is sent. */
  isUnknown(id: string, motion: JsonObject): boolean {
    return this.readable && !this.known.has(id) && (textOf(motion.name) === undefined || objectOf(motion.properties) === undefined);
  }

  /** @throws Error when the hub is unavailable */
  async lookUp(rest: HubRest, ids: readonly string[]): Promise<void> {
    for (const object of await eachOf(rest, 'trackables', ids)) this.learn(object);
    this.giveUp(ids);
  }

  /** Sends them without further data, and does not ask for them again. */
  giveUp(ids: readonly string[]): void {
    for (const id of ids) if (!this.known.has(id)) this.known.set(id, UNKNOWN);
  }

  private learn(object: JsonObject): void {
    const id = textOf(object.id);
    if (id !== undefined) this.known.set(id, { name: textOf(object.name), properties: this.keptOf(objectOf(object.properties)) });
  }

  private keptOf(properties: JsonObject | undefined): JsonObject | undefined {
    return (
      properties &&
      Object.fromEntries(
        ['externalId', ...this.kept].filter((name) => Object.hasOwn(properties, name)).map((name) => [name, properties[name]]),
      )
    );
  }
}
