import type { App } from '../app/app.js';

/** Most types, the most frequent ones first. */
const MAX = 1000;

/** Sorted types in use or with field definitions; empty if they cannot be read at the moment. */
export async function knownTypes({ api, workspace, format }: App): Promise<string[]> {
  const path = { groupID: workspace.id };
  const [used, fields] = await Promise.all([
    api.GET('/groups/{groupID}/types', { params: { path, query: { limit: MAX } } }).then(
      ({ data }) => data!.types ?? [],
      () => [],
    ),
    api.GET('/groups/{groupID}/fields', { params: { path } }).then(
      ({ data }) => data!.fields ?? [],
      () => [],
    ),
  ]);
  const types = new Set([...used.map(({ type = '' }) => type), ...fields.flatMap(({ objectTypes = [] }) => objectTypes)]);
  types.delete('');
  return [...types].sort((a, b) => a.localeCompare(b, format.peek().locale));
}
