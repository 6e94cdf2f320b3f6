import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Modal } from '../dialogs/modal.js';
import type { Tile, TileKind, TileQuery } from './dashboard.js';
import { AreaSelect, KNOWN_TYPES } from './filter-bar.js';
import { MEASURES, type ReportName } from './measures.js';
import { type Span, SPANS } from './span.js';

const KINDS = ['number', 'series', 'bar', 'table', 'map', 'heatmap', 'stale'] as const;
const REPORTS = ['tracking', 'values', 'usage', 'areas'] as const;
/** The possible breakdowns of each report. */
const BY: Readonly<Record<ReportName, readonly NonNullable<TileQuery['by']>[]>> = {
  tracking: ['', 'type', 'category', 'area'],
  values: ['', 'type', 'category'],
  usage: ['', 'type', 'category'],
  areas: ['', 'area', 'type', 'category'],
};

/** The settings of one tile. They are returned to the draft of the dashboard; nothing is saved here. */
export function TileEditor({
  tile,
  areas,
  onApply,
  onClose,
}: {
  tile: Tile;
  areas: ReadonlyMap<string, string>;
  onApply: (tile: Tile) => void;
  onClose: () => void;
}) {
  const app = useApp();
  const { words, api, workspace } = app;
  const now = useSignal(tile);
  const fields = useSignal<readonly { name: string; label: string; type: string }[]>([]);
  const fault = useSignal('');
  useEffect(() => {
    api
      .GET('/groups/{groupID}/fields', { params: { path: { groupID: workspace.id } } })
      .then(
        ({ data }) =>
          void (fields.value = data!.fields!.map(({ name, label, type }) => ({ name: name!, label: label || name!, type: type! }))),
      )
      .catch((error: Error) => void (fault.value = error.message));
  }, []);
  const { dashboards, app: common } = words.value;
  const { kind, query } = now.value;
  const set = (change: Partial<Tile>): void => void (now.value = { ...now.peek(), ...change });
  const ask = (change: TileQuery): void => set({ query: { ...query, ...change } });
  const report = query.report ?? 'tracking';
  const reports = kind === 'number' || kind === 'series' || kind === 'bar' || kind === 'table';
  const grouped = kind === 'series' || kind === 'bar' || kind === 'table';
  const measures = MEASURES[report].filter(({ name }) => name !== 'objects' || kind === 'series' || (kind === 'bar' && !query.by));
  const measure = measures.find(({ name }) => name === query.measure)?.name ?? measures[0]!.name;
  const apply = (event: Event): void => {
    event.preventDefault();
    if (reports && ((report === 'values' && !query.number) || (grouped && query.by === 'category' && !query.field)))
      return void (fault.value = dashboards.needField);
    const { type, area, span, hours, by, field, number } = query;
    const kept: TileQuery = {
      ...(reports && { report, measure }),
      ...(grouped && by && BY[report].includes(by) && { by, ...(by === 'category' && { field }) }),
      ...(reports && report === 'values' && { number }),
      ...(type && kind !== 'heatmap' && { type }),
      ...(area && reports && { area }),
      ...(span && kind !== 'map' && kind !== 'stale' && { span }),
      ...(kind === 'stale' && { hours: hours ?? 24 }),
    };
    onApply({ ...now.peek(), title: now.peek().title.trim(), query: kept });
  };
  return (
    <Modal title={dashboards.tile} onClose={onClose}>
      <form class="stack" noValidate onSubmit={apply}>
        <label class="field">
          {dashboards.title}
          <input maxLength={120} value={now.value.title} onInput={({ currentTarget }) => set({ title: currentTarget.value })} />
        </label>
        <Choice
          label={dashboards.kind}
          value={kind}
          from={KINDS}
          name={(each) => dashboards.kinds[each]}
          set={(next: TileKind) => set({ kind: next })}
        />
        {reports && (
          <>
            <Choice
              label={dashboards.report}
              value={report}
              from={REPORTS}
              name={(each) => dashboards.reports[each]}
              set={(next: ReportName) => ask({ report: next, measure: undefined, by: '' })}
            />
            {report === 'values' && (
              <FieldChoice
                label={dashboards.number}
                value={query.number ?? ''}
                fields={fields.value.filter(({ type }) => type === 'Number')}
                set={(number) => ask({ number })}
              />
            )}
            {kind !== 'table' && (
              <Choice
                label={dashboards.measure}
                value={measure}
                from={measures.map(({ name }) => name)}
                name={(each) => dashboards.measures[each as keyof typeof dashboards.measures]}
                set={(next) => ask({ measure: next })}
              />
            )}
            {grouped && (
              <Choice
                label={dashboards.by}
                value={query.by ?? ''}
                from={BY[report]}
                name={(each) => dashboards.groupings[each]}
                set={(by) => ask({ by })}
              />
            )}
            {grouped && query.by === 'category' && (
              <FieldChoice
                label={dashboards.field}
                value={query.field ?? ''}
                fields={fields.value.filter(({ type }) => type === 'Category')}
                set={(field) => ask({ field })}
              />
            )}
          </>
        )}
        {kind === 'stale' && (
          <label class="field">
            {dashboards.hours}
            <input
              type="number"
              min={1}
              max={8760}
              value={query.hours ?? 24}
              onInput={({ currentTarget }) => ask({ hours: Math.max(1, Math.min(8760, Number(currentTarget.value) || 24)) })}
            />
          </label>
        )}
        {kind !== 'map' && kind !== 'stale' && (
          <Choice
            label={dashboards.span}
            value={query.span ?? ''}
            from={['', ...SPANS] as const}
            name={(each) => (each === '' ? dashboards.ownSpan : dashboards.spans[each])}
            set={(span: Span | '') => ask({ span: span || undefined })}
          />
        )}
        {kind !== 'heatmap' && (
          <label class="field">
            {dashboards.onlyType}
            <input
              list={KNOWN_TYPES}
              value={query.type ?? ''}
              placeholder={dashboards.allTypes}
              onInput={({ currentTarget }) => ask({ type: currentTarget.value.trim() })}
            />
          </label>
        )}
        {reports && areas.size > 0 && (report === 'tracking' || report === 'areas') && (
          <label class="field">
            {dashboards.onlyArea}
            <AreaSelect areas={areas} value={query.area ?? ''} onChange={(area) => ask({ area })} />
          </label>
        )}
        {fault.value !== '' && (
          <p class="fault-box" role="alert">
            {fault.value}
          </p>
        )}
        <div class="row end">
          <button type="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button class="primary">{dashboards.apply}</button>
        </div>
      </form>
    </Modal>
  );
}

function Choice<T extends string>({
  label,
  value,
  from,
  name,
  set,
}: {
  label: string;
  value: T;
  from: readonly T[];
  name: (choice: T) => string;
  set: (choice: T) => void;
}) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value as T)}>
        {from.map((choice) => (
          <option key={choice} value={choice}>
            {name(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}

function FieldChoice({
  label,
  value,
  fields,
  set,
}: {
  label: string;
  value: string;
  fields: readonly { name: string; label: string }[];
  set: (name: string) => void;
}) {
  const { dashboards } = useApp().words.value;
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">{dashboards.anyField}</option>
        {fields.map((field) => (
          <option key={field.name} value={field.name}>
            {field.label}
          </option>
        ))}
      </select>
    </label>
  );
}
