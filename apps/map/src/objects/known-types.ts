import type { App } from '../app.js';

const LOOKED_AT = 200;

/** Types that are in use or that fields are defined for, in order; empty where they can't be read just then. */
export async function knownTypes({ api, workspace, format }: App): Promise<string[]> {
  const path = { groupID: workspace.id };
  const [objects, fields] = await Promise.all([
    api.GET('/groups/{groupID}/externalObjects', { params: { path, query: { limit: LOOKED_AT } } }).then(({ data }) => data!.objects, () => []),
    api.GET('/groups/{groupID}/fields', { params: { path } }).then(({ data }) => data!.fields ?? [], () => []),
  ]);
  const types = new Set([...objects.map(({ type }) => type ?? ''), ...fields.flatMap(({ objectTypes = [] }) => objectTypes)]);
  types.delete('');
  return [...types].sort((a, b) => a.localeCompare(b, format.peek().locale));
}
