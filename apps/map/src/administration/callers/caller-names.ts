import type { App } from '../../app/app.js';

/**
 * Names of the people and tokens of the workspace by their subjects, such as `person:…`, as far as the person may see them.
 * @throws ApiProblem
 */
export async function readCallerNames({ api, workspace }: App): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const path = { groupID: workspace.id };
  if (workspace.may('people:admin')) {
    for (let after: string | undefined; ;) {
      const { data } = await api.GET('/groups/{groupID}/people', { params: { path, query: { after } } });
      for (const { id, name } of data!.people) names.set(`person:${id}`, name);
      if (data!.next === null) break;
      after = data!.next;
    }
  }
  if (workspace.may('tokens:admin')) {
    for (let before: string | undefined; ;) {
      const { data } = await api.GET('/groups/{groupID}/tokens', { params: { path, query: { before } } });
      for (const { id, name } of data!.tokens) names.set(`token:${id}`, name);
      if (data!.next === null) break;
      before = data!.next;
    }
  }
  return names;
}
