import { useSignalEffect } from '@preact/signals';
import { useApp } from '../app/app.js';
import type { MapState } from './map-state.js';

/** Selects the shown floor; only visible if objects in view have floors. */
export function FloorChoice({ state }: { state: MapState }) {
  const { words } = useApp();
  const { map } = words.value;
  useSignalEffect(() => state.scene.value?.setFloor(state.floor.value));
  const floors = state.floors.value;
  if (floors.length === 0) return null;
  return (
    <label class="map-floors">
      <span class="visually-hidden">{map.floors}</span>
      <select
        value={state.floor.value ?? ''}
        onChange={({ currentTarget }) => (state.floor.value = currentTarget.value === '' ? undefined : currentTarget.value)}
      >
        <option value="">{map.allFloors}</option>
        {floors.map((floor) => (
          <option key={floor} value={floor}>
            {map.floor(floor)}
          </option>
        ))}
      </select>
    </label>
  );
}
