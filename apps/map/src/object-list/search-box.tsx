import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { readAreas } from '../map/overlays.js';
import { knownTypes } from '../objects/known-types.js';
import { coordinatesIn } from '../place-search/coordinates.js';
import { COORDINATES_ZOOM, type PlaceTarget } from '../place-search/place-results.js';
import { LIST_ORDERS, type ListOrder } from './list-order.js';
import { named, quotedIfNeeded, type SearchPart, searchParts } from './search-conditions.js';
import type { Search } from './search.js';

const OPERATORS = ['<', '<=', '=', '!=', '>=', '>'] as const;
const SILENT = [
  ['10m', 600_000],
  ['1h', 3_600_000],
  ['1d', 86_400_000],
  ['7d', 604_800_000],
] as const;

interface SearchBoxProps {
  search: Search;
  label: string;
  /** Whether to offer conditions and orders. */
  filters: boolean;
  /** Order of the list; undefined until somebody chooses one. */
  order: Signal<ListOrder | undefined>;
  /** Called when somebody presses Enter after typing coordinates. */
  goTo: PlaceTarget['goTo'];
}

/** The search: an input for words and conditions, the conditions as chips, and a form that adds them. */
export function SearchBox({ search, label, filters, order, goTo }: SearchBoxProps) {
  const { words } = useApp();
  const enter = ({ key }: KeyboardEvent): void => {
    const coordinates = key === 'Enter' ? coordinatesIn(search.text.peek()) : undefined;
    if (coordinates !== undefined) goTo({ ...coordinates, zoom: COORDINATES_ZOOM });
  };
  const chips = filters ? searchParts(search.text.value).filter(({ is }) => is !== 'word' && is !== 'incomplete') : [];
  return (
    <div class="object-search-box">
      <div class="search-field" role="search">
        <Icon name="search" />
        <input
          type="search"
          placeholder={label}
          aria-label={label}
          value={search.text.value}
          onInput={({ currentTarget }) => search.type(currentTarget.value)}
          onKeyDown={enter}
        />
      </div>
      {filters && <Filters search={search} order={order} />}
      {chips.length > 0 && (
        <ul class="object-chips" aria-label={words.value.objects.filters}>
          {chips.map((part) => (
            <Chip key={part.text} part={part} drop={() => search.drop(part)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Chip({ part, drop }: { part: SearchPart; drop: () => void }) {
  const { objects } = useApp().words.value;
  return (
    <li>
      <button class="quiet object-chip" aria-label={objects.removeFilter(part.text)} onClick={drop}>
        {part.text}
        <Icon name="close" />
      </button>
    </li>
  );
}

function Filters({ search, order }: Pick<SearchBoxProps, 'search' | 'order'>) {
  const app = useApp();
  const { objects } = app.words.value;
  const menu = useRef<HTMLDetailsElement>(null);
  const offered = useSignal<{ types: string[]; areas: string[]; fields: string[] } | undefined>(undefined);
  const field = useSignal('');
  const operator = useSignal<string>('=');
  const value = useSignal('');
  const open = async (): Promise<void> => {
    if (!menu.current!.open || offered.peek() !== undefined) return;
    const path = { groupID: app.workspace.id };
    const [types, areas, fields] = await Promise.all([
      knownTypes(app),
      readAreas(app).then(
        (all) => all.map(({ name }) => name),
        () => [],
      ),
      app.api.GET('/groups/{groupID}/fields', { params: { path } }).then(
        ({ data }) => data!.fields!.map(({ name }) => name!),
        () => [],
      ),
    ]);
    offered.value = { types, areas: [...new Set(areas)].sort((a, b) => a.localeCompare(b)), fields };
  };
  const add = (condition: string): void => {
    search.add(condition);
    menu.current!.open = false;
  };
  const addField = (event: Event): void => {
    event.preventDefault();
    if (field.value.trim() === '' || value.value.trim() === '') return;
    add(`${quotedIfNeeded(field.value.trim())}${operator.value}${quotedIfNeeded(value.value.trim())}`);
    value.value = '';
  };
  return (
    <details ref={menu} class="object-filters" onToggle={() => void open()}>
      <summary>{objects.filter}</summary>
      <div class="stack">
        <SortChoice searching={search.state.value.is !== 'off'} order={order} />
        <Choice label={objects.type} options={offered.value?.types ?? []} choose={(name) => add(named('type', name))} />
        <Choice label={objects.area} options={offered.value?.areas ?? []} choose={(name) => add(named('area', name))} />
        <label class="field">
          {objects.silentFor}
          <select value="" onChange={({ currentTarget }) => add(`silent:${currentTarget.value}`)}>
            <option value="">{objects.any}</option>
            {SILENT.map(([text, ms]) => (
              <option key={text} value={text}>
                {app.format.value.duration(ms)}
              </option>
            ))}
          </select>
        </label>
        <form class="object-filter-field" onSubmit={addField}>
          <label class="field">
            {objects.field}
            <input list="object-filter-fields" value={field.value} onInput={({ currentTarget }) => (field.value = currentTarget.value)} />
          </label>
          <datalist id="object-filter-fields">
            {offered.value?.fields.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <select
            aria-label={objects.comparison}
            value={operator.value}
            onChange={({ currentTarget }) => (operator.value = currentTarget.value)}
          >
            {OPERATORS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <label class="field">
            {objects.value}
            <input value={value.value} onInput={({ currentTarget }) => (value.value = currentTarget.value)} />
          </label>
          <button disabled={field.value.trim() === '' || value.value.trim() === ''}>{objects.addFilter}</button>
        </form>
      </div>
    </details>
  );
}

function SortChoice({ searching, order }: { searching: boolean; order: Signal<ListOrder | undefined> }) {
  const { objects } = useApp().words.value;
  const offered = searching ? LIST_ORDERS : LIST_ORDERS.filter((each) => each !== 'best');
  const chosen = offered.find((each) => each === order.value) ?? offered[0]!;
  return (
    <label class="field">
      {objects.sortBy}
      <select value={chosen} onChange={({ currentTarget }) => (order.value = currentTarget.value as ListOrder)}>
        {offered.map((each) => (
          <option key={each} value={each}>
            {objects.orders[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Choice({ label, options, choose }: { label: string; options: readonly string[]; choose: (name: string) => void }) {
  const { objects } = useApp().words.value;
  return (
    <label class="field">
      {label}
      <select value="" disabled={options.length === 0} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{objects.any}</option>
        {options.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
