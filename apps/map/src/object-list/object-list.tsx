import '../objects/object.css';
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { bboxText, boxAround } from '../map/bounding-box.js';
import type { Cluster } from '../map/map-scene.js';
import type { MapState } from '../map/map-state.js';
import { type ListQuery, SelectAll } from '../objects/select-all.js';
import { Selection } from '../objects/selection.js';
import { PlaceResults, type PlaceTarget } from '../place-search/place-results.js';
import { problemText } from '../words/problem-text.js';
import { inOrder, type ListOrder } from './list-order.js';
import { ListThen } from './list-then.js';
import { ObjectRow } from './object-row.js';
import { OnlySomeTypes } from './only-some-types.js';
import { SearchBox } from './search-box.js';
import { searchParts } from './search-conditions.js';
import { Search } from './search.js';

const SHOWN_FIRST = 100;
const CLOSEST_FIT = 17;

interface ObjectListProps {
  state: MapState;
  /** If given, only the objects of this cluster are listed. */
  cluster: Cluster | undefined;
  leaveCluster: () => void;
  addObjects: () => void;
  /** Opens the archive. */
  Archive: FunctionComponent;
  /** Actions on the selected objects. */
  Bulk: FunctionComponent<{ selection: Selection }>;
}

/** The objects that the map shows, now or then, or search results: a full alternative for people who cannot see the map. */
export function ObjectList({ state, cluster, leaveCluster, addObjects, Archive, Bulk }: ObjectListProps) {
  const app = useApp();
  const search = useMemo(() => new Search(app, state.found, state.types), [state]);
  useEffect(() => () => search.close(), [search]);
  const selection = useMemo(() => new Selection(), [app.workspace.id]);
  const order = useSignal<ListOrder | undefined>(undefined);
  const { objects: words } = app.words.value;
  // After going to a place, the map shows all objects there.
  const target: PlaceTarget = {
    goTo: (place) => (search.type(''), state.scene.peek()?.goTo(place)),
    fit: (box) => (search.type(''), state.scene.peek()?.fit(box, { maxZoom: CLOSEST_FIT })),
  };
  const past = state.past.value;
  const label = past ? words.searchThen : words.search;
  return (
    <section class="object-list" aria-label={words.list}>
      <SearchBox search={search} label={label} filters={!past && !app.session.shared} order={order} goTo={target.goTo} />
      <PlaceResults text={wordsOf(search.text.value)} map={state.scene.value?.map} target={target} />
      {app.workspace.may('objects:write') && !past && (
        <div class="bulk-tools">
          <button class="quiet" onClick={addObjects}>
            <Icon name="plus" />
            {app.words.value.firstRun.addObjects}
          </button>
          <button
            class="quiet"
            aria-pressed={selection.on.value}
            onClick={() => (selection.on.value ? selection.end() : (selection.on.value = true))}
          >
            <Icon name="list" />
            {app.words.value.editing.bulk.select}
          </button>
          <Archive />
        </div>
      )}
      <button class="skip" onClick={() => document.getElementById('map-pane')!.focus()}>
        {words.skipList}
      </button>
      {past ? (
        <ListThen text={search.text.value} state={state} />
      ) : search.state.value.is !== 'off' ? (
        <Found search={search} state={state} selection={selection} order={order} />
      ) : cluster !== undefined ? (
        <OfCluster cluster={cluster} state={state} selection={selection} leave={leaveCluster} />
      ) : (
        <InView state={state} selection={selection} order={order} />
      )}
      {selection.on.value && !past && <Bulk selection={selection} />}
    </section>
  );
}

/** The words of a search without conditions, which do not apply to places. */
const wordsOf = (search: string): string =>
  searchParts(search)
    .filter(({ is }) => is === 'word')
    .map(({ text }) => text)
    .join(' ');

interface SortedProps {
  state: MapState;
  selection: Selection;
  /** Undefined until somebody chooses an order. */
  order: Signal<ListOrder | undefined>;
}

function Found({ search, state, selection, order }: SortedProps & { search: Search }) {
  const { words, format } = useApp();
  const now = search.state.value;
  if (now.is === 'failed') return <p class="object-empty">{problemText(now.problem, words.value)}</p>;
  if (now.is === 'no-area') return <p class="object-empty">{words.value.objects.noArea(now.name)}</p>;
  if (now.is !== 'found') return <p class="object-empty">{words.value.app.loading}</p>;
  if (now.objects.length === 0)
    return state.types.value.length > 0 ? (
      <OnlySomeTypes text={words.value.objects.noneFoundOfTypes} />
    ) : (
      <p class="object-empty">{words.value.objects.nothingFound}</p>
    );
  const sorted = inOrder(now.objects, order.value ?? 'best', state.view.value, format.value.locale);
  return (
    <>
      <p class="object-count" role="status">
        {words.value.objects.found(format.value.number(now.objects.length) + (now.more ? '+' : ''))}
        {state.scene.value !== undefined && (
          <button class="quiet" onClick={() => state.scene.peek()?.fit(boxAround(now.objects.map(({ position }) => position))!)}>
            {words.value.objects.showFound}
          </button>
        )}
      </p>
      <Rows
        objects={sorted}
        query={now.more && search.isWordsOnly ? { q: search.text.value.trim() } : undefined}
        state={state}
        selection={selection}
        found
      />
    </>
  );
}

function InView({ state, selection, order }: SortedProps) {
  const { words, format } = useApp();
  const inView = state.live.inView.value;
  const { objects } = words.value;
  if (inView.is === 'unknown') return <p class="object-empty">{words.value.app.loading}</p>;
  if (inView.is === 'too-many') return <Many state={state} selection={selection} />;
  const byDefault = order.value === undefined || order.value === 'best' ? 'name' : order.value;
  const sorted = inOrder([...inView.objects.values()].filter(state.isOnFloor), byDefault, state.view.value, format.value.locale);
  if (sorted.length === 0)
    return state.types.value.length > 0 ? (
      <OnlySomeTypes text={objects.nothingOfTypes} />
    ) : (
      <p class="object-empty">{objects.nothingInView}</p>
    );
  return (
    <>
      <p class="object-count" role="status">
        {objects.count(format.value.number(sorted.length), false)}
      </p>
      <Rows objects={sorted} state={state} selection={selection} />
    </>
  );
}

/** Shown if there are more objects than can be listed. */
function Many({ state, selection }: { state: MapState; selection: Selection }) {
  const app = useApp();
  const page = useSignal<readonly ExternalObject[]>([]);
  const { objects } = app.words.value;
  useSignalEffect(() => {
    const view = state.view.value;
    if (view === undefined) return undefined;
    const pending = new AbortController();
    app.api
      .GET('/groups/{groupID}/externalObjects', {
        params: { path: { groupID: app.workspace.id }, query: { bbox: bboxText(view), limit: 50 } },
        signal: pending.signal,
      })
      .then(({ data }) => void (page.value = data!.objects))
      .catch(() => undefined);
    return () => pending.abort();
  });
  return (
    <>
      <p class="object-count" role="status">
        {objects.count(app.format.value.number(2000), true)} {objects.zoomForList}
      </p>
      <Rows objects={page.value} query={state.view.value && { bbox: bboxText(state.view.value) }} state={state} selection={selection} />
    </>
  );
}

/** Objects so close together that the map cannot separate them. */
function OfCluster({ cluster, state, selection, leave }: { cluster: Cluster; state: MapState; selection: Selection; leave: () => void }) {
  const app = useApp();
  const page = useSignal<readonly ExternalObject[]>([]);
  const { words, format } = app;
  const inView = state.live.inView.value;
  // Known objects of a cluster stay listed while they report; for a cluster from tiles, only the box is known.
  const known = inView.is === 'all' ? cluster.members?.flatMap((id) => inView.objects.get(id) ?? []) : undefined;
  useEffect(() => {
    page.value = [];
    if (known !== undefined) return undefined;
    const pending = new AbortController();
    app.api
      .GET('/groups/{groupID}/externalObjects', {
        params: { path: { groupID: app.workspace.id }, query: { bbox: bboxText(cluster), limit: 200 } },
        signal: pending.signal,
      })
      .then(({ data }) => void (page.value = data!.objects))
      .catch((error: Error) => pending.signal.aborted || app.notices.warn(error.message));
    return () => pending.abort();
  }, [cluster, known === undefined]);
  // Leaves the cluster when the map is moved elsewhere.
  useEffect(() => {
    if (known?.length === 0) leave();
  }, [known?.length === 0]);
  return (
    <>
      <p class="object-count spread" role="status">
        {words.value.map.objectsHere(format.value.number(known?.length ?? cluster.count))}
        <button class="quiet" onClick={leave}>
          {words.value.app.back}
        </button>
      </p>
      <Rows
        objects={known ?? page.value}
        query={known === undefined ? { bbox: bboxText(cluster) } : undefined}
        state={state}
        selection={selection}
      />
    </>
  );
}

function Rows({
  objects,
  query,
  state,
  selection,
  found = false,
}: {
  objects: readonly ExternalObject[];
  query?: ListQuery;
  state: MapState;
  selection: Selection;
  found?: boolean;
}) {
  const { address, words } = useApp();
  const shown = useSignal(SHOWN_FIRST);
  const { id } = address.now.value;
  const chosen = id === undefined ? -1 : objects.findIndex(({ externalId }) => externalId === id);
  const listed = Math.max(shown.value, chosen + 1);
  return (
    <div class="object-rows">
      {selection.on.value && objects.length > 0 && <SelectAll objects={objects} query={query} selection={selection} />}
      <ul>
        {objects.slice(0, listed).map((object) => (
          <li key={object.externalId}>
            {selection.on.value ? (
              <div class="bulk-selectable">
                <label>
                  <input
                    type="checkbox"
                    checked={selection.chosen.value.has(object.externalId)}
                    aria-label={words.value.editing.bulk.selectOne(object.title || object.externalId)}
                    onClick={({ shiftKey }) => selection.toggle(object, objects, shiftKey)}
                  />
                </label>
                <ObjectRow object={object} found={found} state={state} />
              </div>
            ) : (
              <ObjectRow object={object} found={found} state={state} />
            )}
          </li>
        ))}
      </ul>
      {objects.length > listed && (
        <button class="quiet" onClick={() => (shown.value = listed + SHOWN_FIRST)}>
          {words.value.objects.more}
        </button>
      )}
    </div>
  );
}
