import type { App } from '../app/app.js';
import type { DashboardDraft, Tile } from './dashboard.js';

const DAY_MS = 86_400_000;
/** If all reports of a workspace are newer, a chart of a week would be almost empty. */
const YOUNG_DAYS = 3;
const LOOKED_BACK_DAYS = 30;

/** Five tiles that are useful in any workspace. Saves nothing. @throws ApiProblem */
export async function firstDashboard(app: App): Promise<DashboardDraft> {
  const { api, workspace, words } = app;
  const { data } = await api.GET('/groups/{groupID}/fields', { params: { path: { groupID: workspace.id } } });
  const category = data!.fields!.find(({ type }) => type === 'Category')?.name;
  const tiles: Tile[] = [
    { id: 'updates', kind: 'number', title: '', x: 0, y: 0, w: 3, h: 2, query: { report: 'tracking', measure: 'updates' } },
    { id: 'over-time', kind: 'series', title: '', x: 3, y: 0, w: 9, h: 4, query: { report: 'tracking', measure: 'updates', by: 'type' } },
    {
      id: 'shares',
      kind: 'bar',
      title: '',
      x: 0,
      y: 2,
      w: 3,
      h: 4,
      query:
        category === undefined
          ? { report: 'tracking', measure: 'updates', by: 'type' }
          : { report: 'tracking', measure: 'updates', by: 'category', field: category },
    },
    { id: 'where', kind: 'map', title: '', x: 3, y: 4, w: 6, h: 5, query: {} },
    { id: 'not-heard', kind: 'stale', title: '', x: 9, y: 4, w: 3, h: 5, query: { hours: 24 } },
  ];
  return { name: words.peek().dashboards.firstName, tiles, filters: { span: (await isYoung(app).catch(() => false)) ? 'h24' : 'd7' } };
}

/** Whether there are no reports from before the last few days. */
async function isYoung({ api, workspace }: App): Promise<boolean> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const query = {
    from: new Date(today - LOOKED_BACK_DAYS * DAY_MS).toISOString(),
    to: new Date(today - YOUNG_DAYS * DAY_MS).toISOString(),
    interval: 'all' as const,
  };
  const { data } = await api.GET('/groups/{groupID}/reports/tracking', { params: { path: { groupID: workspace.id }, query } });
  return typeof data === 'object' && data.rows.every(({ updates }) => !updates);
}
