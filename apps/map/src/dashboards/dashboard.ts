import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { App } from '../app/app.js';
import type { ReportName } from './measures.js';
import type { Span } from './span.js';

export type TileKind = Schemas['DashboardTile']['kind'];

/** What a tile asks for; omitted members are as in the dashboard. */
export interface TileQuery {
  report?: ReportName;
  measure?: string;
  by?: '' | 'type' | 'category' | 'area';
  /** Of the kind Category. */
  field?: string;
  /** A field of the kind Number. */
  number?: string;
  type?: string;
  area?: string;
  span?: Span;
  /** Of a list of the stale. */
  hours?: number;
}

export interface Tile extends Omit<Schemas['DashboardTile'], 'query'> {
  query: TileQuery;
}

/** What all tiles of a dashboard have in common. */
export interface Filters {
  span?: Span;
  type?: string;
  area?: string;
}

export interface DashboardDraft {
  name: string;
  tiles: Tile[];
  filters: Filters;
}

export type Dashboard = Omit<Schemas['ShownDashboard'], keyof DashboardDraft> & DashboardDraft;

/**
 * The server keeps kinds, queries and filters as the app wrote them: they have the app's shapes, unless another client
 * made the dashboard.
 */
export const dashboardOf = ({ tiles, filters, ...rest }: Schemas['ShownDashboard']): Dashboard => ({
  ...rest,
  tiles: tiles as Tile[],
  filters,
});

const bodyOf = ({ name, tiles, filters }: DashboardDraft): Schemas['Dashboard'] => ({
  name: name.trim(),
  tiles: tiles.map((tile) => ({ ...tile, query: { ...tile.query } })),
  filters: { ...filters },
});

/** @throws ApiProblem */
export async function createDashboard({ api, workspace }: App, draft: DashboardDraft): Promise<Dashboard> {
  const { data } = await api.POST('/groups/{groupID}/dashboards', { params: { path: { groupID: workspace.id } }, body: bodyOf(draft) });
  return dashboardOf(data!);
}

/** Saves over the revision that was read. @returns `conflict`: somebody was faster, with the present dashboard @throws ApiProblem */
export async function saveDashboard(
  { api, workspace }: App,
  id: string,
  revision: number,
  draft: DashboardDraft,
): Promise<{ saved: Dashboard } | { conflict: Dashboard }> {
  try {
    const { data } = await api.PUT('/groups/{groupID}/dashboards/{dashboardId}', {
      params: { path: { groupID: workspace.id, dashboardId: id }, header: { 'If-Match': `"${revision}"` } },
      body: bodyOf(draft),
    });
    return { saved: dashboardOf(data!) };
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 412 && error.body.present !== undefined)
      return { conflict: dashboardOf(error.body.present as Schemas['ShownDashboard']) };
    throw error;
  }
}
