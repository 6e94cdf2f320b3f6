import { useSignal } from '@preact/signals';
import type { Schemas } from '../api/api.js';
import { useApp } from '../app/app.js';
import { BoardLink, BoardList } from '../boards/board-list.js';
import { Icon } from '../design/icon.js';
import { usePages } from '../loading/pages.js';
import { createDashboard, type DashboardDraft } from './dashboard.js';
import { firstDashboard } from './first-dashboard.js';

/** All dashboards. If there are none, it offers to create a starter dashboard. */
export function DashboardList() {
  const app = useApp();
  const { api, words, workspace, address, format } = app;
  const all = usePages<Schemas['DashboardSummary']>(async (before) => {
    const { data } = await api.GET('/groups/{groupID}/dashboards', { params: { path: { groupID: workspace.id }, query: { before } } });
    return { entries: data!.dashboards, next: data!.next };
  });
  const making = useSignal(false);
  const make = async (draft: () => Promise<DashboardDraft>, edit: boolean): Promise<void> => {
    making.value = true;
    await all.attempt(async () => {
      const { id } = await createDashboard(app, await draft());
      address.go({ more: { dashboard: id, ...(edit && { edit: '1' }) } });
    });
    making.value = false;
  };
  const { dashboards, pages } = words.value;
  const may = workspace.may('boards:write');
  const empty: DashboardDraft = { name: dashboards.newName, tiles: [], filters: {} };
  return (
    <BoardList
      title={pages.Dashboards}
      pages={all}
      older={dashboards.more}
      make={
        may && (
          <button disabled={making.value} onClick={() => void make(() => Promise.resolve(empty), true)}>
            <Icon name="plus" />
            {dashboards.make}
          </button>
        )
      }
      none={
        <>
          <p>{dashboards.none}</p>
          <p class="quiet-text">{may ? dashboards.noneHint : dashboards.noneMayNot}</p>
          {may && (
            <div>
              <button class="primary" disabled={making.value} onClick={() => void make(() => firstDashboard(app), false)}>
                {dashboards.makeFirst}
              </button>
            </div>
          )}
        </>
      }
    >
      {(list) => (
        <ul class="dashboard-list">
          {list.map(({ id, name, updatedAt }) => (
            <li key={id}>
              <BoardLink page="Dashboards" opens={{ dashboard: id }}>
                <strong>{name}</strong>
                <span class="quiet-text">{dashboards.changed(format.value.time(Date.parse(updatedAt)))}</span>
              </BoardLink>
            </li>
          ))}
        </ul>
      )}
    </BoardList>
  );
}
