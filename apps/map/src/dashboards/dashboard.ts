import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { App } from '../app/app.js';
import type { ReportName } from './measures.js';
import type { Span } from './span.js';

export type TileKind = Schemas['DashboardTile']['kind'];

/** The query of a tile; omitted members are as in the dashboard. */
export interface TileQuery {
  report?: ReportName;
  measure?: string;
  by?: '' | 'type' | 'category' | 'area';
  /** A field of type Category. */
  field?: string;
  /** A field of type Number. */
  number?: string;
  type?: string;
  area?: string;
  span?: Span;
  /** For a list of objects without recent reports. */
  hours?: number;
}

export interface Tile extends Omit<Schemas['DashboardTile'], 'query'> {
  query: TileQuery;
}

/** Settings that all tiles of a dashboard share. */
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
 * The server stores kinds, queries and filters as the app wrote them, so they have the app's types unless another client created the
 * dashboard.
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

/** Replaces the revision that was read. @returns `conflict` with the current dashboard if somebody else saved first @throws ApiProblem */
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
