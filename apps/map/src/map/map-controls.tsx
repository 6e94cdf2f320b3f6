import { useApp } from '../app/app.js';
import { Icon, type IconName } from '../design/icon.js';
import { iconOf } from '../icons/icon-of.js';
import { Marker } from '../icons/marker.js';
import { STREET_ZOOM } from './basemap-style.js';
import { typesText } from './chosen-types.js';
import { extentOf } from './extent.js';
import type { MapState } from './map-state.js';
import { HEAT_OPACITY, heatIn, heatSteps } from './overlays.js';
import { StreetMapHint } from './street-map-hint.js';

/** Buttons on the map. */
export function MapControls({ state }: { state: MapState }) {
  const app = useApp();
  const { map } = app.words.value;
  const scene = state.scene.value;
  if (scene === undefined) return null;
  const fitAll = async (): Promise<void> => {
    const extent = await extentOf(app.workspace.id, app.fetch).catch((error: Error) => void app.notices.warn(error.message));
    if (extent !== undefined) scene.fit(extent);
  };
  return (
    <div class="map-controls">
      <ControlButton icon="plus" label={map.zoomIn} press={() => scene.zoomBy(1)} />
      <ControlButton icon="minus" label={map.zoomOut} press={() => scene.zoomBy(-1)} />
      <ControlButton icon="fit" label={map.fitAll} press={() => void fitAll()} />
    </div>
  );
}

function ControlButton({ icon, label, press }: { icon: IconName; label: string; press: () => void }) {
  return (
    <button class="icon-button" aria-label={label} title={label} onClick={press}>
      <Icon name={icon} />
    </button>
  );
}

/** The meaning of the colours, and warnings. */
export function MapLegend({ state }: { state: MapState }) {
  const { words, format } = useApp();
  const asOf = state.live.asOf.value;
  const { map } = words.value;
  return (
    <div class="map-legend">
      {!state.live.connected.value && (
        <p class="warning-box" role="status">
          {asOf === undefined ? map.cutOff : map.offlineAsOf(format.value.time(asOf))}
        </p>
      )}
      {state.zoom.value >= STREET_ZOOM && !state.onStreets.value && <StreetMapHint />}
      <HeatLegend />
      <AreaLegend state={state} />
      {state.colouredBy.value === '' ? <Types state={state} /> : <Categories state={state} />}
    </div>
  );
}

/** The meaning of the heatmap's colours. */
function HeatLegend() {
  const { words, address, format } = useApp();
  const { days, measure } = heatIn(address.now.value.more);
  const { map } = words.value;
  if (days === undefined) return null;
  return (
    <ul aria-label={map.heatmap}>
      <li>{map.heatMeasures[measure]}</li>
      {heatSteps(measure).map(({ count, colour }, at, steps) => (
        <li key={count}>
          <svg class="map-heat-step" viewBox="0 0 12 12" aria-hidden="true">
            <rect width="12" height="12" fill={colour} fill-opacity={HEAT_OPACITY} />
          </svg>
          {(measure === 'dwell' ? format.value.duration(count * 1000) : format.value.number(count)) + (at === steps.length - 1 ? '+' : '')}
        </li>
      ))}
    </ul>
  );
}

/** The meaning of the areas' colours. */
function AreaLegend({ state }: { state: MapState }) {
  const { words } = useApp();
  const colours = state.areaColours.value;
  if (colours.size === 0) return null;
  return (
    <ul aria-label={words.value.map.areas}>
      {[...colours].map(([category, colour]) => (
        <li key={category}>
          <svg class="map-heat-step" viewBox="0 0 12 12" aria-hidden="true">
            <rect x="1" y="1" width="10" height="10" fill={colour} fill-opacity="0.25" stroke={colour} stroke-width="2" />
          </svg>
          {category}
        </li>
      ))}
    </ul>
  );
}

/** Types with their colours; people can choose one or several to see only these. */
function Types({ state }: { state: MapState }) {
  const { words, address } = useApp();
  const chosen = state.types.value;
  if (state.knownTypes.value.length === 0) return null;
  const toggle = (type: string): void => {
    const next = chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
    address.replace({ more: { ...address.now.peek().more, types: typesText(next) } });
  };
  return (
    <ul aria-label={words.value.map.legend}>
      {state.knownTypes.value.map((type) => (
        <li key={type}>
          <button
            class="map-legend-entry"
            aria-pressed={chosen.includes(type)}
            title={words.value.map.onlyThese}
            onClick={() => toggle(type)}
          >
            <Marker colour={state.colourOf({ type })} icon={iconOf({ type })} />
            {type}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Categories({ state }: { state: MapState }) {
  const { words } = useApp();
  if (state.colours.value.size === 0) return null;
  return (
    <ul aria-label={words.value.map.legend}>
      {[...state.colours.value].map(([name, colour]) => (
        <li key={name}>
          <Marker colour={colour} icon={undefined} />
          {name}
        </li>
      ))}
    </ul>
  );
}
