import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { offeredBasemaps, shownBasemap } from './basemap-choice.js';
import { colourFields, type DefinedField, fieldsSentBy } from './colour-fields.js';
import type { MapState } from './map-state.js';
import { HEAT_DAYS, HEAT_MEASURES, heatIn, showAreas, showHeatmap } from './overlays.js';

/** Number of objects whose fields are examined if there are more in view than the map follows. */
const LOOKED_AT = 200;

/**
 * The layers other than the objects, and the meaning of their colours. The state is in the address, so that a copied link shows the same.
 */
export function LayersMenu({ state }: { state: MapState }) {
  const app = useApp();
  const { address, words, format, workspace } = app;
  const { map } = words.value;
  const menu = useRef<HTMLDetailsElement>(null);
  const defined = useSignal<readonly DefinedField[]>([]);
  const sent = useSignal<ReadonlySet<string>>(new Set());
  const { shared } = app.session;
  const { layers = '', colour = '' } = address.now.value.more;
  const shown = new Set(layers.split(',').filter(Boolean));
  const { days: heat, measure } = heatIn(address.now.value.more);
  useEffect(() => {
    if (shared) return;
    app.api
      .GET('/groups/{groupID}/fields', { params: { path: { groupID: workspace.id } } })
      .then(({ data }) => void (defined.value = data!.fields.map(({ name, label }) => ({ name, label: label || name }))))
      .catch(() => undefined);
  }, []);
  // Fields without a definition are found in the objects themselves when the menu is opened.
  const look = (): void => {
    const inView = state.live.inView.peek();
    if (!menu.current!.open) return;
    if (inView.is === 'all') sent.value = fieldsSentBy(inView.objects.values());
    else
      void app.api
        .GET('/groups/{groupID}/externalObjects', { params: { path: { groupID: workspace.id }, query: { limit: LOOKED_AT } } })
        .then(({ data }) => void (sent.value = fieldsSentBy(data!.objects)))
        .catch(() => undefined);
  };
  const fields = colourFields(defined.value, sent.value, colour);
  useSignalEffect(() => {
    const next = address.now.value.more.colour ?? '';
    if (state.colourField.peek() !== next) {
      state.colourField.value = next;
      state.drawAll();
    }
  });
  const scene = state.scene.value;
  useEffect(() => {
    if (scene === undefined) return;
    showAreas(app, scene, shown.has('areas')).then(
      (colours) => (state.areaColours.value = colours),
      (error: Error) => app.notices.warn(error.message),
    );
  }, [scene, shown.has('areas'), state.onDark.value]);
  useEffect(() => {
    if (scene !== undefined) showHeatmap(app, scene, heat, measure);
  }, [scene, heat, measure]);
  const set = (next: ReadonlySet<string>): void => address.replace({ more: { ...address.now.peek().more, layers: [...next].join(',') } });
  const setHeat = (days: string): void =>
    set(new Set([...[...shown].filter((name) => !name.startsWith('heat')), ...(days === '' ? [] : [`heat${days}`])]));
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !menu.current!.open) return;
    event.stopPropagation();
    menu.current!.open = false;
    menu.current!.querySelector('summary')!.focus();
  };
  if (shared) return null;
  return (
    <details ref={menu} onToggle={look} class="map-layers" onKeyDown={close}>
      <summary aria-label={map.layers} title={map.layers}>
        <Icon name="layers" />
      </summary>
      <div class="card stack">
        <label class="field">
          {map.basemap}
          <select
            value={shownBasemap(app.settings, app.preferences.basemap.value)}
            onChange={({ currentTarget }) => (app.preferences.basemap.value = currentTarget.value)}
          >
            {offeredBasemaps(app.settings).map((basemap) => (
              <option key={basemap} value={basemap}>
                {map.basemaps[basemap]}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={shown.has('areas')}
            onChange={({ currentTarget }) =>
              set(currentTarget.checked ? new Set([...shown, 'areas']) : new Set([...shown].filter((name) => name !== 'areas')))
            }
          />
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
        {heat !== undefined && (
          <label class="field">
            {map.heatMeasure}
            <select
              value={measure}
              onChange={({ currentTarget }) =>
                address.replace({
                  more: { ...address.now.peek().more, heat: currentTarget.value === 'objects' ? '' : currentTarget.value },
                })
              }
            >
              {HEAT_MEASURES.map((each) => (
                <option key={each} value={each}>
                  {map.heatMeasures[each]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="field">
          {map.colourBy}
          <select
            value={colour}
            onChange={({ currentTarget }) => address.replace({ more: { ...address.now.peek().more, colour: currentTarget.value } })}
          >
            <option value="">{map.byType}</option>
            {fields.map(({ name, label }) => (
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
