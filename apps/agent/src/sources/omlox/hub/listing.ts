import { type JsonObject, objectOf, textOf } from '../../reading-parts/json-values.js';
import { HubRefusal, type HubRest } from './rest.js';

export type ListedKind = 'trackables' | 'zones' | 'fences';

const MAX = 100_000;
/** Limit of objects read one by one from a hub that lists only ids. */
const MAX_SINGLE = 2000;
const AT_ONCE = 4;

/**
 * All objects of a kind, from hubs of either dialect: `…/summary` if available, else the list, which contains objects or ids. Objects
 * behind ids are read one by one, a few at a time and at most 2,000.
 * @returns undefined when the hub has no such list or the token may not read it (400, 403, 404, 405, 501)
 */
export async function listObjects(rest: HubRest, kind: ListedKind): Promise<readonly JsonObject[] | undefined> {
  const listed = (await list(rest, `/${kind}/summary`)) ?? (await list(rest, `/${kind}`));
  if (listed === undefined) return undefined;
  const objects = listed.map(objectOf).filter((each) => each !== undefined);
  if (objects.length > 0 || listed.length === 0) return objects;
  const ids = listed.flatMap((each) => textOf(each) ?? []).slice(0, MAX_SINGLE);
  return eachOf(rest, kind, ids);
}

/** Reads objects by their ids, a few at a time; missing ones are left out. */
export async function eachOf(rest: HubRest, kind: ListedKind, ids: readonly string[]): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < ids.length) {
      const object = objectOf(await allowed(rest.get(`/${kind}/${pathPart(ids[next++]!)}`)));
      if (object) found.push(object);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

/** An id in a path. An unpaired surrogate, which cannot be encoded, becomes a character that no id has. */
export function pathPart(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

/** A list; undefined when the hub has none. */
export async function list(rest: HubRest, path: string): Promise<readonly unknown[] | undefined> {
  const answer = await allowed(rest.get(path));
  // Hubs written in Go answer null for an empty list.
  if (answer === null) return [];
  return Array.isArray(answer) ? answer.slice(0, MAX) : undefined;
}

const NOT_THERE: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

async function allowed(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof HubRefusal && NOT_THERE.has(error.status)) return undefined;
    throw error;
  }
}
