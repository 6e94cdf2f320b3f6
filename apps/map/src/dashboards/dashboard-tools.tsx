import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { Confirm } from '../dialogs/modal.js';
import { problemText } from '../words/problem-text.js';
import type { Dashboard } from './dashboard.js';

/** Actions on a whole dashboard. */
export function DashboardTools({
  dashboard,
  whole,
  edit,
  copy,
}: {
  dashboard: Dashboard;
  whole: RefObject<HTMLElement | null>;
  edit: () => void;
  copy: () => void;
}) {
  const { api, words, workspace, address, notices } = useApp();
  const confirming = useSignal(false);
  const full = useSignal(false);
  useEffect(() => {
    const changed = (): void => void (full.value = document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const { dashboards } = words.value;
  const open = workspace.state.value;
  const link = async (): Promise<void> => {
    await navigator.clipboard.writeText(
      address.link({ ws: open.is === 'open' ? open.name : undefined, page: 'Dashboards', id: undefined }),
    );
    notices.info(words.peek().dashboards.linkCopied);
  };
  const remove = async (): Promise<void> => {
    try {
      await api.DELETE('/groups/{groupID}/dashboards/{dashboardId}', {
        params: { path: { groupID: workspace.id, dashboardId: dashboard.id } },
      });
      notices.info(dashboards.deleted);
      address.go({ more: {} });
    } catch (error) {
      notices.warn(problemText(error, words.peek()));
    }
  };
  return (
    <div class="row">
      {!full.value && (
        <button onClick={() => void link()}>
          <Icon name="link" />
          {dashboards.copyLink}
        </button>
      )}
      {document.fullscreenEnabled && (
        <button onClick={() => void (full.value ? document.exitFullscreen() : whole.current!.requestFullscreen())}>
          <Icon name="fit" />
          {full.value ? dashboards.leaveFullScreen : dashboards.fullScreen}
        </button>
      )}
      {workspace.may('boards:write') && !full.value && (
        <>
          <button onClick={edit}>
            <Icon name="edit" />
            {dashboards.edit}
          </button>
          <button onClick={copy}>{dashboards.copy}</button>
          <button class="danger" onClick={() => (confirming.value = true)}>
            {dashboards.delete}
          </button>
        </>
      )}
      {confirming.value && (
        <Confirm
          title={dashboards.deleteTitle}
          text={dashboards.deleteSure(dashboard.name)}
          act={dashboards.delete}
          onAct={() => void remove()}
          onClose={() => (confirming.value = false)}
        />
      )}
    </div>
  );
}
