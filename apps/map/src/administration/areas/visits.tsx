import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Modal } from '../../dialogs/modal.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';
import { useTitles } from './titles.js';

type Visit = Schemas['VisitPage']['visits'][number];
const PAGE = 100;

/** An object that was inside when the area was drawn counts from its first report after that time. */
const FIRST_REPORT_MS = 5000;

/** Objects that are or were in an area. */
export function Visits({ area, close }: { area: Schemas['Area']; close: () => void }) {
  const { words, format, api, workspace, address } = useApp();
  const { areas } = words.value.administration;
  const more = useSignal<{ visits: readonly Visit[]; next: string | null } | undefined>(undefined);
  const page = async (after?: string): Promise<Schemas['VisitPage']> =>
    (
      await api.GET('/groups/{groupID}/areas/{areaId}/visits', {
        params: { path: { groupID: workspace.id, areaId: area.areaId }, query: { after, limit: PAGE } },
      })
    ).data!;
  const reading = useReading(() => page());
  const { time, duration } = format.value;
  const titles = useTitles([...(reading.value?.visits ?? []), ...(more.value?.visits ?? [])].map(({ externalId }) => externalId));
  // Objects that were inside when the outline was drawn entered at that time.
  const drawn = Date.parse(area.outlineUpdatedAt);
  return (
    <Modal title={areas.visitsOf(area.name)} onClose={close} wide>
      <Loaded reading={reading}>
        {(first) => {
          const all = [...first.visits, ...(more.value?.visits ?? [])];
          const next = more.value === undefined ? first.next : more.value.next;
          const inside = all.filter(({ endedAt }) => endedAt === null);
          return (
            <>
              <p role="status">
                {next === null ? areas.inside(format.value.number(inside.length)) : areas.insideAtLeast(format.value.number(inside.length))}
              </p>
              <DataTable
                caption={areas.visits}
                captionHidden
                head={[areas.object, areas.entered, areas.left, areas.stayed]}
                empty={areas.noVisits}
                rows={all.map(({ externalId, startedAt, endedAt }) => ({
                  key: `${externalId} ${startedAt}`,
                  cells: [
                    <button class="quiet in-text" onClick={() => address.go({ page: 'Map', id: externalId, more: {} })} title={externalId}>
                      {titles.get(externalId) ?? externalId}
                    </button>,
                    Date.parse(startedAt) <= drawn + FIRST_REPORT_MS
                      ? areas.sinceDrawn(time(Date.parse(startedAt)))
                      : time(Date.parse(startedAt)),
                    endedAt === null ? <span class="badge good">{areas.isInside}</span> : time(Date.parse(endedAt)),
                    duration((endedAt === null ? Date.now() : Date.parse(endedAt)) - Date.parse(startedAt)),
                  ],
                }))}
              />
              {next !== null && (
                <div class="row">
                  <button
                    onClick={() =>
                      void page(next).then(
                        (older) => (more.value = { visits: [...(more.peek()?.visits ?? []), ...older.visits], next: older.next }),
                        () => reading.again(),
                      )
                    }
                  >
                    {words.value.objects.more}
                  </button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </Modal>
  );
}
