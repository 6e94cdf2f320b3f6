import type { App } from '../app.js';
import type { DashboardDraft, Tile } from './dashboard.js';

/** Five tiles that say something in any workspace. Nothing is saved. @throws ApiProblem */
export async function firstDashboard({ api, workspace, words }: App): Promise<DashboardDraft> {
  const { data } = await api.GET('/groups/{groupID}/fields', { params: { path: { groupID: workspace.id } } });
  const category = data!.fields!.find(({ type }) => type === 'Category')?.name;
  const tiles: Tile[] = [
    { id: 'updates', kind: 'number', title: '', x: 0, y: 0, w: 3, h: 2, query: { report: 'tracking', measure: 'updates' } },
    { id: 'over-time', kind: 'series', title: '', x: 3, y: 0, w: 9, h: 4, query: { report: 'tracking', measure: 'updates', by: 'type' } },
    { id: 'shares', kind: 'bar', title: '', x: 0, y: 2, w: 3, h: 4, query: category === undefined ? { report: 'tracking', measure: 'updates', by: 'type' } : { report: 'tracking', measure: 'updates', by: 'category', field: category } },
    { id: 'where', kind: 'map', title: '', x: 3, y: 4, w: 6, h: 5, query: {} },
    { id: 'not-heard', kind: 'stale', title: '', x: 9, y: 4, w: 3, h: 5, query: { hours: 24 } },
  ];
  return { name: words.peek().dashboards.firstName, tiles, filters: { span: 'd7' } };
}
