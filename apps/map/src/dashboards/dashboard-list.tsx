import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Schemas } from '../api/api.js';
import { problemText } from '../api/problem-text.js';
import { useApp } from '../app.js';
import { Icon } from '../design/icon.js';
import { createDashboard, type DashboardDraft } from './dashboard.js';
import { firstDashboard } from './first-dashboard.js';

/** All dashboards. Where there is none, one is offered that shows what is there. */
export function DashboardList() {
  const app = useApp();
  const { api, words, workspace, address, format } = app;
  const all = useSignal<readonly Schemas['DashboardSummary'][] | undefined>(undefined);
  const next = useSignal<string | null>(null);
  const fault = useSignal('');
  const making = useSignal(false);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
      fault.value = '';
    } catch (error) {
      fault.value = problemText(error, words.peek());
    }
  };
  const read = (before?: string): Promise<void> =>
    attempt(async () => {
      const { data } = await api.GET('/groups/{groupID}/dashboards', { params: { path: { groupID: workspace.id }, query: { before } } });
      all.value = before === undefined ? data!.dashboards : [...(all.peek() ?? []), ...data!.dashboards];
      next.value = data!.next;
    });
  useEffect(() => void read(), []);
  const make = async (draft: () => Promise<DashboardDraft>, edit: boolean): Promise<void> => {
    making.value = true;
    await attempt(async () => {
      const { id } = await createDashboard(app, await draft());
      address.go({ more: { dashboard: id, ...(edit && { edit: '1' }) } });
    });
    making.value = false;
  };
  const { dashboards, pages, app: common } = words.value;
  const may = workspace.may('boards:write');
  const empty: DashboardDraft = { name: dashboards.newName, tiles: [], filters: {} };
  return (
    <>
      <header class="spread">
        <h1>{pages.Dashboards}</h1>
        {may && all.value !== undefined && (
          <button disabled={making.value} onClick={() => void make(() => Promise.resolve(empty), true)}>
            <Icon name="plus" />
            {dashboards.make}
          </button>
        )}
      </header>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      {all.value === undefined && fault.value === '' && <p class="quiet-text">{common.loading}</p>}
      {all.value?.length === 0 && (
        <div class="card stack">
          <p>{dashboards.none}</p>
          <p class="quiet-text">{may ? dashboards.noneHint : dashboards.noneMayNot}</p>
          {may && (
            <div>
              <button class="primary" disabled={making.value} onClick={() => void make(() => firstDashboard(app), false)}>
                {dashboards.makeFirst}
              </button>
            </div>
          )}
        </div>
      )}
      <ul class="dashboard-list">
        {all.value?.map(({ id, name, updatedAt }) => (
          <li key={id}>
            <a
              class="card"
              href={address.link({ page: 'Dashboards', id: undefined, more: { dashboard: id } })}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                address.go({ more: { dashboard: id } });
              }}
            >
              <strong>{name}</strong>
              <span class="quiet-text">{dashboards.changed(format.value.time(Date.parse(updatedAt)))}</span>
            </a>
          </li>
        ))}
      </ul>
      {next.value !== null && <button onClick={() => void read(next.value!)}>{dashboards.more}</button>}
    </>
  );
}
