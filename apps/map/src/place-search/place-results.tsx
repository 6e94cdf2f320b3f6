import './found-place.css';
import { useSignal } from '@preact/signals';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon, type IconName } from '../design/icon.js';
import type { BoundingBox } from '../map/bounding-box.js';
import { readAreas } from '../map/overlays.js';
import { coordinatesIn } from './coordinates.js';
import { type NamedPlace, placesNamed } from './named-places.js';

const MIN_LETTERS = 3;
const MAX_AREAS = 5;
const QUIET_MS = 180;
export const COORDINATES_ZOOM = 16;
const STREET_ZOOM = 16;
const PLACE_ZOOM = 13;

export interface PlaceTarget {
  goTo: (place: { lat: number; lon: number; zoom: number }) => void;
  fit: (box: BoundingBox) => void;
}

/**
 * Places for a typed text: coordinates, areas of the workspace, and names on the basemap near the view. Choosing one moves the map there.
 */
export function PlaceResults({ text, map, target }: { text: string; map: MapLibreMap | undefined; target: PlaceTarget }) {
  const app = useApp();
  const { map: words } = app.words.value;
  const areas = useSignal<readonly string[] | undefined>(undefined);
  const named = useSignal<readonly NamedPlace[]>([]);
  const wanted = text.trim();
  const coordinates = coordinatesIn(wanted);
  const isName = coordinates === undefined && wanted.length >= MIN_LETTERS;
  useEffect(() => {
    if (!isName || areas.peek() !== undefined || app.session.shared) return;
    areas.value = [];
    readAreas(app).then(
      (all) => void (areas.value = [...new Set(all.map(({ name }) => name))]),
      () => undefined,
    );
  }, [isName]);
  useEffect(() => {
    if (map === undefined || !isName) return void (named.value = []);
    const look = (): void => void (named.value = placesNamed(map, wanted, document.documentElement.lang));
    // The tiles of another view are loaded after the move.
    const moved = (): void => void map.once('idle', look);
    const timer = setTimeout(look, QUIET_MS);
    map.on('moveend', moved);
    return () => {
      clearTimeout(timer);
      map.off('moveend', moved);
      map.off('idle', look);
    };
  }, [map, isName, wanted]);
  const lowered = wanted.toLocaleLowerCase();
  const ofAreas = isName ? (areas.value ?? []).filter((name) => name.toLocaleLowerCase().includes(lowered)).slice(0, MAX_AREAS) : [];
  if (coordinates === undefined && ofAreas.length === 0 && named.value.length === 0) return null;
  const goToArea = async (name: string): Promise<void> => {
    const { areaFilter } = await import('../map/area-filter.js');
    const area = await areaFilter(app, name).catch((error: Error) => void app.notices.warn(error.message));
    if (area !== undefined) target.fit(area.box);
  };
  return (
    <div class="found-place-box">
      <ul aria-label={words.places}>
        {coordinates !== undefined && (
          <Result
            icon="pin"
            name={words.goToCoordinates(app.format.value.coordinates(coordinates.lat, coordinates.lon))}
            go={() => target.goTo({ ...coordinates, zoom: COORDINATES_ZOOM })}
          />
        )}
        {ofAreas.map((name) => (
          <Result key={name} icon="layers" name={name} kind={words.placeKinds.area} go={() => void goToArea(name)} />
        ))}
        {named.value.map(({ name, kind, lat, lon }) => (
          <Result
            key={`${kind} ${name}`}
            icon="map"
            name={name}
            kind={words.placeKinds[kind]}
            go={() => target.goTo({ lat, lon, zoom: kind === 'street' ? STREET_ZOOM : PLACE_ZOOM })}
          />
        ))}
      </ul>
      {named.value.length > 0 && <p class="quiet-text found-place-note">{words.placesOfView}</p>}
    </div>
  );
}

function Result({ icon, name, kind, go }: { icon: IconName; name: string; kind?: string; go: () => void }) {
  return (
    <li>
      <button type="button" class="found-place" onClick={go}>
        <Icon name={icon} />
        <span>{name}</span>
        {kind !== undefined && <span class="quiet-text">{kind}</span>}
      </button>
    </li>
  );
}
