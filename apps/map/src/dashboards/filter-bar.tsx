import { useApp } from '../app/app.js';
import type { Filters } from './dashboard.js';
import { type Span, spanOf, SPANS } from './span.js';

/** Id of the list of types that the inputs of a dashboard suggest. */
export const KNOWN_TYPES = 'dashboard-types';
/** In the address: no filter, although the dashboard has one. */
const ALL = '*';

/** The active filters: those in the address take precedence over the dashboard's own. */
export function filtersOf(more: Readonly<Record<string, string>>, own: Filters): Filters {
  const chosen = (name: 'type' | 'area'): string => (more[name] === ALL ? '' : (more[name] ?? own[name] ?? ''));
  const [type, area] = [chosen('type'), chosen('area')];
  return { span: spanOf(more.span ?? own.span), ...(type !== '' && { type }), ...(area !== '' && { area }) };
}

/** Filters of all tiles. They are in the address, so that a copied link shows the same. */
export function FilterBar({ filters, areas }: { filters: Filters; areas: ReadonlyMap<string, string> }) {
  const { words, address } = useApp();
  const { dashboards } = words.value;
  const set = (change: Record<string, string>): void => address.replace({ more: { ...address.now.peek().more, ...change } });
  return (
    <div class="dashboard-filters" role="group" aria-label={dashboards.filters}>
      <label class="field">
        {dashboards.span}
        <SpanSelect value={spanOf(filters.span)} onChange={(span) => set({ span })} />
      </label>
      <label class="field">
        {dashboards.type}
        <input
          list={KNOWN_TYPES}
          value={filters.type ?? ''}
          placeholder={dashboards.allTypes}
          onChange={({ currentTarget }) => set({ type: currentTarget.value.trim() || ALL })}
        />
      </label>
      {areas.size > 0 && (
        <label class="field">
          {dashboards.area}
          <AreaSelect areas={areas} value={filters.area ?? ''} onChange={(area) => set({ area: area || ALL })} />
        </label>
      )}
    </div>
  );
}

function SpanSelect({ value, onChange }: { value: Span; onChange: (span: Span) => void }) {
  const { dashboards } = useApp().words.value;
  return (
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Span)}>
      {SPANS.map((span) => (
        <option key={span} value={span}>
          {dashboards.spans[span]}
        </option>
      ))}
    </select>
  );
}

export function AreaSelect({
  areas,
  value,
  onChange,
}: {
  areas: ReadonlyMap<string, string>;
  value: string;
  onChange: (area: string) => void;
}) {
  const { dashboards } = useApp().words.value;
  return (
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{dashboards.allAreas}</option>
      {[...areas].map(([area, name]) => (
        <option key={area} value={area}>
          {name}
        </option>
      ))}
    </select>
  );
}
