import type { App } from '../app/app.js';

/** The commonest ones. */
const MOST = 1000;

/** Types that are in use or that fields are defined for, in order; empty where they can't be read just then. */
export async function knownTypes({ api, workspace, format }: App): Promise<string[]> {
  const path = { groupID: workspace.id };
  const [used, fields] = await Promise.all([
    api.GET('/groups/{groupID}/types', { params: { path, query: { limit: MOST } } }).then(
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
