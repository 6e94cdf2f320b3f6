import type { HeldObject, ServedChange } from './history.js';
import { toHeldObject } from './parse-records.js';

/** Not a divisor of round numbers, so that pages end anywhere. */
const FEED_LIMIT = 97;

/** Access of a reader to the public API. */
export interface ApiReader {
  url: string;
  /** Headers in addition to `accept`: the authorization, or those that a service behind the gateway requires. */
  headers: (workspace: string) => Record<string, string>;
}

async function get(api: ApiReader, workspace: string, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(api.url + path, {
    headers: { ...api.headers(workspace), accept: 'application/json' },
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text() };
}

async function getJson<T>(api: ApiReader, workspace: string, path: string): Promise<T> {
  const { status, text } = await get(api, workspace, path);
  return parsed<T>(path, status, text);
}

function parsed<T>(path: string, status: number, text: string): T {
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** The feed of a workspace from its earliest cursor to its end. */
export async function readFeed(api: ApiReader, workspace: string): Promise<ServedChange[]> {
  return (await readFeedFrom(api, workspace, 'earliest'))!.changes;
}

/**
 * The feed from a cursor to its end, and the cursor there. Stops at an empty page without `more`.
 * @returns undefined if the cursor is refused with 410
 */
export async function readFeedFrom(
  api: ApiReader,
  workspace: string,
  from: string,
): Promise<{ changes: ServedChange[]; cursor: string } | undefined> {
  const changes: ServedChange[] = [];
  for (let cursor = from; ;) {
    const path = `/groups/${encodeURIComponent(workspace)}/changes?mode=events&limit=${FEED_LIMIT}&cursor=${encodeURIComponent(cursor)}`;
    const { status, text } = await get(api, workspace, path);
    if (status === 410) return undefined;
    const page = parsed<{ changes: ServedChange[]; cursor: string; more: boolean }>(path, status, text);
    changes.push(...page.changes);
    if (!page.more && page.changes.length === 0) return { changes, cursor: page.cursor };
    if (page.cursor === cursor && page.changes.length > 0)
      throw new Error(`The feed of ${workspace} served changes without moving its cursor.`);
    cursor = page.cursor;
  }
}

/** All objects of the workspaces, from the list, page by page. */
export async function readList(api: ApiReader, workspaces: readonly string[]): Promise<Map<string, HeldObject>> {
  const objects = new Map<string, HeldObject>();
  for (const workspace of workspaces) {
    let next: string | null = `/groups/${encodeURIComponent(workspace)}/externalObjects?limit=100&includeArchived=true`;
    while (next !== null) {
      const page: { objects: Record<string, unknown>[]; next: string | null } = await getJson(api, workspace, next);
      for (const object of page.objects) {
        const held = toHeldObject(object, workspace);
        if (objects.has(held.externalId)) throw new Error(`The lists show ${JSON.stringify(held.externalId)} twice.`);
        objects.set(held.externalId, held);
      }
      next = page.next;
    }
  }
  return objects;
}

/** Looks up the outcome of an operation. */
export function lookUpOperation(api: ApiReader, workspace: string, publicOperationId: string): Promise<{ status: number; text: string }> {
  return get(api, workspace, `/groups/${encodeURIComponent(workspace)}/operations/${encodeURIComponent(publicOperationId)}`);
}

/** The same from the object service's internal route, in the format of the public one; 202 while the operation is incomplete. */
export async function lookUpInside(api: ApiReader, workspace: string, operationId: string): Promise<{ status: number; text: string }> {
  const { status, text } = await get(api, workspace, `/internal/groups/${encodeURIComponent(workspace)}/operations/${operationId}`);
  if (status !== 200) return { status, text };
  const body = JSON.parse(text) as { complete: boolean; results: [number, string, string, number | string, boolean | string][] };
  if (!body.complete) return { status: 202, text: '' };
  const results = body.results.map(([index, externalId, status, third, fourth]) =>
    status === 'rejected'
      ? { index, externalId, status, error: { code: third } }
      : { index, externalId, status, revision: third, stale: fourth },
  );
  return { status: 200, text: JSON.stringify({ operationId, results }) };
}
