import '../map/map.css';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type App, useApp } from '../app/app.js';
import { ArchiveButton } from '../editing/archive-button.js';
import { BulkBar } from '../editing/bulk-bar.js';
import { FirstRun } from '../first-run/first-run.js';
import { FirstSteps } from '../first-run/first-steps.js';
import { bboxText } from '../map/bounding-box.js';
import { FloorChoice } from '../map/floor-choice.js';
import { LayersMenu } from '../map/layers-menu.js';
import { MapCanvas } from '../map/map-canvas.js';
import { MapControls, MapLegend } from '../map/map-controls.js';
import type { Cluster } from '../map/map-scene.js';
import { MapState } from '../map/map-state.js';
import { PrintedMap } from '../map/printed-map.js';
import { ObjectList } from '../object-list/object-list.js';
import { ObjectPanel } from '../object-panel/object-panel.js';
import { MapTools } from './map-tools.js';
import { OBJECT_ACTIONS } from './object-actions.js';

/** The map with a list of the same objects next to it; an open object covers its edge. */
export function MapPage() {
  const app = useApp();
  const state = useMemo(() => new MapState(app), [app.workspace.id]);
  const steps = useMemo(() => new FirstSteps(app, state), [state]);
  useEffect(
    () => () => {
      steps.close();
      state.close();
    },
    [state],
  );
  const listed = useSignal<Cluster | undefined>(undefined);
  const { id } = app.address.now.value;
  const onCluster = (cluster: Cluster): void => {
    if (cluster.count === 1) return void openOnly(app, cluster);
    if (cluster.splits) return state.scene.peek()?.takeApart(cluster);
    listed.value = cluster;
    // On a phone, the panel would cover the list.
    if (app.address.now.peek().id !== undefined) app.address.go({ id: undefined });
  };
  return (
    <div class={`map-layout${id === undefined ? '' : ' map-with-panel'}`}>
      <h1 class="visually-hidden">{app.words.value.pages.Map}</h1>
      <ObjectList
        state={state}
        cluster={listed.value}
        leaveCluster={() => (listed.value = undefined)}
        addObjects={() => (steps.shown.value = 'asked')}
        Archive={ArchiveButton}
        Bulk={BulkBar}
      />
      <div id="map-pane" class="map-pane" tabIndex={-1}>
        <MapCanvas key={app.workspace.id} state={state} onCluster={onCluster} />
        <PrintedMap state={state} />
        <MapControls state={state} />
        <LayersMenu state={state} />
        <FloorChoice state={state} />
        <MapTools state={state} />
        <MapLegend state={state} />
      </div>
      <FirstRun steps={steps} />
      {id !== undefined && <ObjectPanel key={id} id={id} state={state} actions={OBJECT_ACTIONS} />}
    </div>
  );
}

/** Opens the only object in a box, if the map knows only its position. */
async function openOnly(app: App, box: Cluster): Promise<void> {
  const { data } = await app.api.GET('/groups/{groupID}/externalObjects', {
    params: { path: { groupID: app.workspace.id }, query: { bbox: bboxText(box), limit: 1 } },
  });
  const id = data?.objects[0]?.externalId;
  if (id !== undefined) app.address.go({ page: 'Map', id });
}
