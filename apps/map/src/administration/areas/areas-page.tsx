import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { ConfirmDialog } from '../../dialogs/confirm-dialog.js';
import { saveFile } from '../../files/save-file.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { readAreas } from '../../map/overlays.js';
import { DataTable } from '../../tables/data-table.js';
import { AreaEditor } from './area-editor.js';
import { AreaImport } from './area-import.js';
import { exportOf } from './import-file.js';
import { InsideCount } from './inside-count.js';
import { Visits } from './visits.js';

type Area = Schemas['Area'];
/** Counts are shown for at most this number of areas, because each count is a request. */
const MAX_COUNTED = 50;

type Opened = { is: 'editor'; area?: Area } | { is: 'import' } | { is: 'visits' | 'removal'; area: Area };

/** Lists, creates, changes, imports and exports the workspace's areas. */
export function AreasPage() {
  const app = useApp();
  const { words, api, workspace, notices, format } = app;
  const { areas, edit, remove, actions } = words.value.administration;
  const opened = useSignal<Opened | undefined>(undefined);
  const search = useSignal('');
  const reading = useReading(() => readAreas(app));
  const close = (): void => void (opened.value = undefined);
  const now = opened.value;
  const wanted = search.value.trim().toLowerCase();
  if (now?.is === 'editor') return <AreaEditor area={now.area} close={close} done={reading.again} />;
  return (
    <section class="card stack" aria-labelledby="areas">
      <div class="spread">
        <h2 id="areas">{areas.title}</h2>
        <div class="row">
          <button class="primary" onClick={() => (opened.value = { is: 'editor' })}>
            {areas.draw}
          </button>
          <button onClick={() => (opened.value = { is: 'import' })}>{areas.import}</button>
          <button
            disabled={!reading.value?.length}
            onClick={() =>
              saveFile('areas.geojson', new Blob([JSON.stringify(exportOf(reading.value ?? []))], { type: 'application/geo+json' }))
            }
          >
            <Icon name="download" />
            {areas.export}
          </button>
        </div>
      </div>
      <label class="field">
        {areas.search}
        <input type="search" value={search.value} onInput={({ currentTarget }) => (search.value = currentTarget.value)} />
      </label>
      <Loaded reading={reading}>
        {(all) => (
          <DataTable
            caption={areas.title}
            captionHidden
            head={[areas.texts.name, areas.texts.category, areas.texts.floor, areas.insideNow, areas.shape, areas.changed, actions]}
            empty={wanted === '' ? areas.none : words.value.objects.nothingFound}
            rows={all
              .filter(({ name, category = '' }) => `${name} ${category}`.toLowerCase().includes(wanted))
              .map((area, at) => ({
                key: area.areaId,
                cells: [
                  area.name,
                  area.category ?? '–',
                  area.floor ?? '–',
                  at < MAX_COUNTED ? <InsideCount areaId={area.areaId} /> : '–',
                  areas.shapes[(area.geometry as unknown as { type: keyof typeof areas.shapes }).type],
                  format.value.time(Date.parse(area.updatedAt)),
                  <div class="row">
                    <button aria-label={`${areas.visits}: ${area.name}`} onClick={() => (opened.value = { is: 'visits', area })}>
                      {areas.visits}
                    </button>
                    <button aria-label={`${edit}: ${area.name}`} onClick={() => (opened.value = { is: 'editor', area })}>
                      {edit}
                    </button>
                    <button class="danger" aria-label={`${remove}: ${area.name}`} onClick={() => (opened.value = { is: 'removal', area })}>
                      {remove}
                    </button>
                  </div>,
                ],
              }))}
          />
        )}
      </Loaded>
      {now?.is === 'import' && <AreaImport close={close} done={reading.again} />}
      {now?.is === 'visits' && <Visits area={now.area} close={close} />}
      {now?.is === 'removal' && (
        <ConfirmDialog
          title={areas.removeOf(now.area.name)}
          text={areas.removeText}
          confirm={remove}
          close={close}
          act={async () => {
            await api.DELETE('/groups/{groupID}/areas/{areaId}', {
              params: { path: { groupID: workspace.id, areaId: now.area.areaId } },
              headers: { 'If-Match': `"${now.area.revision}"` },
            });
            notices.info(areas.removed(now.area.name));
          }}
          done={reading.again}
        />
      )}
    </section>
  );
}
