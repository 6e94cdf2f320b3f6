import { useApp } from '../app/app.js';
import { Modal } from '../dialogs/modal.js';
import type { Dashboard, DashboardDraft } from './dashboard.js';
import { titleOf } from './tile-view.js';

/**
 * Two people edited a dashboard: both versions are shown, and the second person decides. Closing the dialog changes nothing, so they can
 * save again.
 */
export function DashboardConflict({
  mine,
  theirs,
  keepMine,
  takeTheirs,
  keepBoth,
  onClose,
}: {
  mine: DashboardDraft;
  theirs: Dashboard;
  keepMine: () => void;
  takeTheirs: () => void;
  keepBoth: () => void;
  onClose: () => void;
}) {
  const { words } = useApp();
  const { dashboards } = words.value;
  return (
    <Modal title={dashboards.conflictTitle} onClose={onClose}>
      <p>{dashboards.conflict}</p>
      <div class="dashboard-versions">
        <Version label={dashboards.mine} draft={mine} />
        <Version label={dashboards.theirs} draft={theirs} />
      </div>
      <div class="row end">
        <button onClick={takeTheirs}>{dashboards.takeTheirs}</button>
        <button onClick={keepBoth}>{dashboards.bothKept}</button>
        <button class="primary" onClick={keepMine}>
          {dashboards.keepMine}
        </button>
      </div>
    </Modal>
  );
}

function Version({ label, draft }: { label: string; draft: DashboardDraft }) {
  const { words, format } = useApp();
  const { dashboards } = words.value;
  return (
    <section class="card" aria-label={label}>
      <h3>{label}</h3>
      <p>
        <strong>{draft.name}</strong>, {dashboards.tiles(format.value.number(draft.tiles.length))}
      </p>
      <ul>
        {draft.tiles.map((tile) => (
          <li key={tile.id}>{titleOf(tile, dashboards)}</li>
        ))}
      </ul>
    </section>
  );
}
