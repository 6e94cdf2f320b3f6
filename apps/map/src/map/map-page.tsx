import { useEffect, useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { useApp } from '../app.js';
import { FirstRun } from '../first-run/first-run.js';
import { FirstSteps } from '../first-run/first-steps.js';
import { ObjectList } from '../objects/object-list.js';
import { ObjectPanel } from '../objects/object-panel.js';
import { ShareButton } from '../sharing/share-button.js';
import { ViewsMenu } from '../views/views-menu.js';
import { FloorChoice } from './floor-choice.js';
import { LayersMenu } from './layers-menu.js';
import { MapCanvas } from './map-canvas.js';
import { MapControls, MapLegend } from './map-controls.js';
import type { Cluster } from './map-scene.js';
import { MapState } from './map-state.js';
import { PrintedMap } from './printed-map.js';
import { TimeBar } from './time-bar.js';
import './map.css';

/** The map with the list of the same objects beside it; an object that is opened stands over its edge. */
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
    if (cluster.splits) state.scene.peek()?.fit(cluster);
    else listed.value = cluster;
  };
  return (
    <div class={`map-layout${id === undefined ? '' : ' map-with-panel'}`}>
      <ObjectList state={state} steps={steps} cluster={listed.value} leaveCluster={() => (listed.value = undefined)} />
      <div class="map-pane">
        <MapCanvas key={app.workspace.id} state={state} onCluster={onCluster} />
        <PrintedMap state={state} />
        <MapControls state={state} />
        <LayersMenu state={state} />
        <FloorChoice state={state} />
        {!app.session.shared && <TimeBar state={state} />}
        <div class="map-tools">
          <ViewsMenu />
          <ShareButton state={state} />
        </div>
        <MapLegend state={state} />
      </div>
      <FirstRun steps={steps} />
      {id !== undefined && <ObjectPanel key={id} id={id} state={state} />}
    </div>
  );
}
