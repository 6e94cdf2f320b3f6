import { useEffect, useRef } from 'preact/hooks';
import { useSignal, useSignalEffect } from '@preact/signals';
import { useApp } from '../app.js';
import { Icon } from '../design/icon.js';
import type { MapState } from './map-state.js';
import { showAreas, showHeatmap } from './overlays.js';

const HEAT_DAYS = [1, 7, 30] as const;

/** What is drawn besides the objects, and what their colours go by. The address keeps it: a copied link shows the same. */
export function LayersMenu({ state }: { state: MapState }) {
  const app = useApp();
  const { address, words, format, workspace } = app;
  const { map } = words.value;
  const menu = useRef<HTMLDetailsElement>(null);
  const categories = useSignal<readonly { name: string; label: string }[]>([]);
  const { shared } = app.session;
  const { layers = '', colour = '' } = address.now.value.more;
  const shown = new Set(layers.split(',').filter(Boolean));
  const heat = HEAT_DAYS.find((days) => shown.has(`heat${days}`));
  useEffect(() => {
    if (shared) return;
    app.api
      .GET('/groups/{groupID}/fields', { params: { path: { groupID: workspace.id } } })
      .then(({ data }) => void (categories.value = data!.fields!.filter(({ type }) => type === 'Category').map(({ name, label }) => ({ name: name!, label: label || name! }))))
      .catch(() => undefined);
  }, []);
  useSignalEffect(() => {
    const next = address.now.value.more.colour ?? '';
    if (state.colourField.peek() !== next) {
      state.colourField.value = next;
      state.drawAll();
    }
  });
  const scene = state.scene.value;
  useEffect(() => {
    if (scene !== undefined) showAreas(app, scene, shown.has('areas')).catch((error: Error) => app.notices.warn(error.message));
  }, [scene, shown.has('areas')]);
  useEffect(() => {
    if (scene !== undefined) showHeatmap(app, scene, heat);
  }, [scene, heat]);
  const set = (next: ReadonlySet<string>): void => address.replace({ more: { ...address.now.peek().more, layers: [...next].join(',') } });
  const setHeat = (days: string): void => set(new Set([...[...shown].filter((name) => !name.startsWith('heat')), ...(days === '' ? [] : [`heat${days}`])]));
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !menu.current!.open) return;
    event.stopPropagation();
    menu.current!.open = false;
    menu.current!.querySelector('summary')!.focus();
  };
  if (shared) return null;
  return (
    <details ref={menu} class="map-layers" onKeyDown={close}>
      <summary aria-label={map.layers} title={map.layers}>
        <Icon name="layers" />
      </summary>
      <div class="card stack">
        <label class="check">
          <input type="checkbox" checked={shown.has('areas')} onChange={({ currentTarget }) => set(currentTarget.checked ? new Set([...shown, 'areas']) : new Set([...shown].filter((name) => name !== 'areas')))} />
          {map.areas}
        </label>
        {workspace.may('reports:read') && (
          <label class="field">
            {map.heatmap}
            <select value={heat === undefined ? '' : String(heat)} onChange={({ currentTarget }) => setHeat(currentTarget.value)}>
              <option value="">{map.heatmapOff}</option>
              {HEAT_DAYS.map((days) => (
                <option key={days} value={String(days)}>
                  {map.lastDays(format.value.number(days))}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="field">
          {map.colourBy}
          <select value={colour} onChange={({ currentTarget }) => address.replace({ more: { ...address.now.peek().more, colour: currentTarget.value } })}>
            <option value="">{map.byType}</option>
            {categories.value.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </details>
  );
}
