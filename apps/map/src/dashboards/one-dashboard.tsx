import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { readAreas } from '../map/overlays.js';
import { knownTypes } from '../objects/known-types.js';
import { useWhileVisible } from '../time/while-visible.js';
import { problemText } from '../words/problem-text.js';
import { DashboardConflict } from './dashboard-conflict.js';
import { DashboardGrid } from './dashboard-grid.js';
import { DashboardTools } from './dashboard-tools.js';
import { createDashboard, type Dashboard, type DashboardDraft, dashboardOf, saveDashboard, type Tile } from './dashboard.js';
import { FilterBar, filtersOf, KNOWN_TYPES } from './filter-bar.js';
import { added, compacted } from './grid.js';
import { TileEditor } from './tile-editor.js';

const REFRESH_MS = 60_000;

/** One dashboard, kept up to date while it is visible. People with the permission edit a draft of it until they save. */
export function OneDashboard({ id }: { id: string }) {
  const app = useApp();
  const { api, words, workspace, address, notices, format } = app;
  const present = useSignal<Dashboard | 'gone' | undefined>(undefined);
  const draft = useSignal<DashboardDraft | undefined>(undefined);
  /** The revision on which the draft is based. */
  const revision = useSignal(0);
  const theirs = useSignal<Dashboard | undefined>(undefined);
  const editedTile = useSignal<Tile | undefined>(undefined);
  const fault = useSignal('');
  const round = useSignal(0);
  const refreshedAt = useSignal(Date.now());
  const areas = useSignal<ReadonlyMap<string, string>>(new Map());
  const types = useSignal<readonly string[]>([]);
  const whole = useRef<HTMLDivElement>(null);
  const may = workspace.may('boards:write');
  const edit = (from: Dashboard): void => {
    draft.value = { name: from.name, tiles: compacted(from.tiles), filters: from.filters };
    revision.value = from.revision;
  };
  const read = async (): Promise<void> => {
    try {
      const { data } = await api.GET('/groups/{groupID}/dashboards/{dashboardId}', {
        params: { path: { groupID: workspace.id, dashboardId: id } },
      });
      const next = dashboardOf(data!);
      const first = present.peek() === undefined;
      present.value = next;
      refreshedAt.value = Date.now();
      fault.value = '';
      if (first && may && address.now.peek().more.edit) edit(next);
    } catch (error) {
      if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) present.value = 'gone';
      else fault.value = problemText(error, words.peek());
    }
  };
  useEffect(() => {
    void read();
    void knownTypes(app).then((known) => (types.value = known));
    readAreas(app).then(
      (list) => void (areas.value = new Map(list.map(({ areaId, name }) => [String(areaId), String(name)]))),
      () => undefined,
    );
  }, []);
  useWhileVisible(REFRESH_MS, () => {
    round.value++;
    if (draft.peek() === undefined) void read();
  });
  const now = present.value;
  const filters = useMemo(
    () => filtersOf(address.now.value.more, now === undefined || now === 'gone' ? {} : now.filters),
    [address.now.value, now],
  );
  const leaveEditing = (): void => {
    draft.value = undefined;
    theirs.value = undefined;
    address.replace({ more: { ...address.now.peek().more, edit: '' } });
  };
  const save = async (over: number): Promise<void> => {
    const wanted = { ...draft.peek()!, filters };
    if (wanted.name.trim() === '') return void (fault.value = words.peek().dashboards.needName);
    try {
      const answer = await saveDashboard(app, id, over, wanted);
      fault.value = '';
      if ('conflict' in answer) return void (theirs.value = answer.conflict);
      present.value = answer.saved;
      leaveEditing();
      notices.info(words.peek().dashboards.saved);
    } catch (error) {
      fault.value = problemText(error, words.peek());
    }
  };
  const saveCopy = async (of: DashboardDraft): Promise<void> => {
    try {
      const copy = await createDashboard(app, { name: words.peek().dashboards.copyOf(of.name).slice(0, 120), tiles: of.tiles, filters });
      leaveEditing();
      address.go({ more: { dashboard: copy.id } });
    } catch (error) {
      fault.value = problemText(error, words.peek());
    }
  };
  const { dashboards, app: common } = words.value;
  const editing = draft.value;
  const shown = editing ?? (now === 'gone' ? undefined : now);
  return (
    <div ref={whole} class="dashboard">
      <div class="dashboard-not-in-full">
        <button class="quiet" onClick={() => address.go({ more: {} })}>
          <Icon name="back" />
          {dashboards.all}
        </button>
      </div>
      {now === 'gone' && <p class="warning-box">{dashboards.gone}</p>}
      {now === undefined && fault.value === '' && <p class="quiet-text">{common.loading}</p>}
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {now === undefined || editing !== undefined ? fault.value : dashboards.stale(format.value.time(refreshedAt.value), fault.value)}
        </p>
      )}
      {now !== undefined && now !== 'gone' && shown !== undefined && (
        <>
          {editing === undefined ? (
            <header class="spread dashboard-tools">
              <h1>{now.name}</h1>
              <DashboardTools dashboard={now} whole={whole} edit={() => edit(now)} copy={() => void saveCopy(now)} />
            </header>
          ) : (
            <form class="card stack" onSubmit={(event) => (event.preventDefault(), void save(revision.value))}>
              <h1 class="visually-hidden">{now.name}</h1>
              <label class="field">
                {dashboards.name}
                <input
                  maxLength={120}
                  value={editing.name}
                  onInput={({ currentTarget }) => (draft.value = { ...editing, name: currentTarget.value })}
                />
              </label>
              <p class="quiet-text">
                {dashboards.arrangeHelp} {dashboards.keepsFilters}
              </p>
              <div class="row">
                <button
                  type="button"
                  disabled={editing.tiles.length >= 40}
                  onClick={() =>
                    (editedTile.value = {
                      id: crypto.randomUUID(),
                      kind: 'number',
                      title: '',
                      x: 0,
                      y: 0,
                      w: 4,
                      h: 3,
                      query: { report: 'tracking', measure: 'updates' },
                    })
                  }
                >
                  <Icon name="plus" />
                  {dashboards.addTile}
                </button>
                <button class="primary">{common.save}</button>
                <button type="button" onClick={leaveEditing}>
                  {common.cancel}
                </button>
              </div>
            </form>
          )}
          <datalist id={KNOWN_TYPES}>
            {types.value.map((type) => (
              <option key={type} value={type} />
            ))}
          </datalist>
          <FilterBar filters={filters} areas={areas.value} />
          {shown.tiles.length === 0 && <p class="quiet-text">{dashboards.noTiles}</p>}
          <DashboardGrid
            tiles={shown.tiles}
            filters={filters}
            areaNames={areas.value}
            round={round.value}
            arrange={editing && ((tiles) => (draft.value = { ...editing, tiles }))}
            editTile={(tile) => (editedTile.value = tile)}
          />
          {editing === undefined && <p class="quiet-text">{dashboards.refreshed(format.value.time(refreshedAt.value))}</p>}
        </>
      )}
      {editing !== undefined && editedTile.value !== undefined && (
        <TileEditor
          key={editedTile.value.id}
          tile={editedTile.value}
          areas={areas.value}
          onClose={() => (editedTile.value = undefined)}
          onApply={(tile) => {
            const there = editing.tiles.some((other) => other.id === tile.id);
            draft.value = {
              ...editing,
              tiles: there ? editing.tiles.map((other) => (other.id === tile.id ? tile : other)) : added(editing.tiles, tile),
            };
            editedTile.value = undefined;
          }}
        />
      )}
      {editing !== undefined && theirs.value !== undefined && (
        <DashboardConflict
          mine={editing}
          theirs={theirs.value}
          onClose={() => (theirs.value = undefined)}
          keepMine={() => {
            const over = theirs.value!.revision;
            theirs.value = undefined;
            revision.value = over;
            void save(over);
          }}
          takeTheirs={() => {
            present.value = theirs.value!;
            leaveEditing();
          }}
          keepBoth={() => void saveCopy(editing)}
        />
      )}
    </div>
  );
}
