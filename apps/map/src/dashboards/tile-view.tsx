import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { csvText } from '../files/csv.js';
import { csvFile, saveFile } from '../files/save-file.js';
import { Lazily } from '../loading/lazily.js';
import type { Words } from '../words/english.js';
import { problemText } from '../words/problem-text.js';
import type { Filters, Tile } from './dashboard.js';
import { changeOf, type Unit, unitOf } from './measures.js';
import { knowsAreas, knowsTypes, queryOf, readTile, type Table, type TileData } from './tile-data.js';
import { fileNameOf } from './tile-file-name.js';

const BARS = 12;
const ROWS = 500;
/** Time after which a tile without data is read again; doubled with each failure. */
const AGAIN_MS = 5000;
const AGAIN_AT_MOST_MS = 60_000;

/** One tile: reads its data whenever `round` grows, keeps the old data if that fails, and shows their age. */
export function TileView({
  tile,
  filters,
  areaNames,
  round,
}: {
  tile: Tile;
  filters: Filters;
  areaNames: ReadonlyMap<string, string>;
  round: number;
}) {
  const app = useApp();
  const { words, format, preferences } = app;
  const data = useSignal<{ of: TileData; at: number } | undefined>(undefined);
  const fault = useSignal('');
  const again = useSignal(0);
  const failures = useRef(0);
  const queryKey = JSON.stringify([tile.kind, tile.query, filters, preferences.timeZone.value, [...areaNames.keys()]]);
  const before = useRef('');
  useEffect(() => {
    let gone = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    if (before.current !== queryKey) data.value = undefined;
    before.current = queryKey;
    readTile(tile, { app, filters, areaNames, timeZone: preferences.timeZone.peek(), now: Date.now() }).then(
      (of) => {
        if (gone) return;
        data.value = { of, at: Date.now() };
        fault.value = '';
        failures.current = 0;
      },
      (error: unknown) => {
        if (gone) return;
        fault.value = problemText(error, words.peek());
        waiting = setTimeout(() => again.value++, Math.min(AGAIN_MS * 2 ** failures.current++, AGAIN_AT_MOST_MS));
      },
    );
    return () => {
      gone = true;
      clearTimeout(waiting);
    };
  }, [queryKey, round, again.value]);
  const { dashboards, app: common } = words.value;
  const title = titleOf(tile, dashboards);
  const now = data.value;
  const { area, type } = queryOf(tile, filters);
  return (
    <>
      <header class="spread">
        <h2>{title}</h2>
        {now?.of.total !== undefined && (
          <span class="dashboard-tile-total">{dashboards.total(format.value.number(now.of.total.objects), now.of.total.atLeast)}</span>
        )}
        {now !== undefined && (
          <button
            class="icon-button"
            title={dashboards.csv(title)}
            aria-label={dashboards.csv(title)}
            onClick={() => saveFile(fileNameOf(title), csvFile(csvText([now.of.table.columns, ...now.of.table.rows])))}
          >
            <Icon name="download" />
          </button>
        )}
      </header>
      <div class="dashboard-tile-body">
        {now === undefined && fault.value === '' && <p class="quiet-text">{common.loading}</p>}
        {now === undefined && fault.value !== '' && (
          <div class="fault-box stack" role="alert">
            <p>
              {fault.value} {dashboards.triesAgain}
            </p>
            <div>
              <button onClick={() => again.value++}>{common.tryAgain}</button>
            </div>
          </div>
        )}
        {now !== undefined && <Body tile={tile} data={now.of} title={title} />}
      </div>
      {(now !== undefined && fault.value !== '') ||
      shownOf(tile, now?.of) !== undefined ||
      (area !== '' && !knowsAreas(tile)) ||
      (type !== '' && !knowsTypes(tile)) ? (
        <p class="dashboard-tile-note">
          {now !== undefined && fault.value !== '' && (
            <span class="dashboard-old">{dashboards.stale(format.value.time(now.at), fault.value)} </span>
          )}
          {shownOf(tile, now?.of) !== undefined &&
            (tile.kind === 'stale' ? dashboards.longestOf : dashboards.tableOf)(format.value.number(shownOf(tile, now?.of)!))}{' '}
          {area !== '' && !knowsAreas(tile) && dashboards.areaIgnored} {type !== '' && !knowsTypes(tile) && dashboards.typeIgnored}
        </p>
      ) : null}
    </>
  );
}

/** The number of objects that a tile lists if there are more; undefined if it lists all. */
function shownOf({ kind }: Tile, data: TileData | undefined): number | undefined {
  if (data?.total === undefined) return undefined;
  const shown = kind === 'stale' ? Math.min(ROWS, data.objects!.length) : data.objects!.length;
  return data.total.atLeast || data.total.objects > shown ? shown : undefined;
}

/** The title of a tile, with a default for tiles without one. */
export function titleOf(tile: Tile, words: ReturnType<typeof useApp>['words']['value']['dashboards']): string {
  if (tile.title !== '') return tile.title;
  const { measure, by = '', report = 'tracking', number } = tile.query;
  if (tile.kind === 'map' || tile.kind === 'heatmap' || tile.kind === 'stale') return words.kinds[tile.kind];
  const name =
    tile.kind === 'table' || measure === undefined ? words.reports[report] : words.measures[measure as keyof typeof words.measures];
  return [tile.kind === 'series' ? words.overTime(name) : name, number, by === '' ? undefined : words.groupings[by]]
    .filter(Boolean)
    .join(' · ');
}

function Body({ tile, data, title }: { tile: Tile; data: TileData; title: string }) {
  const { words, format } = useApp();
  const { dashboards } = words.value;
  const write = useUnit(unitOf(tile.query.report ?? 'tracking', tile.query.measure ?? ''));
  if (data.figure !== undefined) return <Figure {...data.figure} write={write} />;
  if (tile.kind === 'stale')
    return data.table.rows.length === 0 ? (
      <p>{data.total?.atLeast === true ? dashboards.noneAmongFirst : dashboards.allOnline}</p>
    ) : (
      <StaleList data={data} title={title} />
    );
  if (tile.kind === 'map' || tile.kind === 'heatmap')
    return (
      <>
        <DrawnMap data={data} title={title} />
        <AsTable table={data.table} label={title} />
      </>
    );
  if (data.table.rows.length === 0) return <p class="quiet-text">{dashboards.nothing}</p>;
  if (data.lines !== undefined) {
    const { lines } = data;
    return (
      <>
        <Lazily
          load={() =>
            import('./series-chart.js').then(({ SeriesChart }) => () => <SeriesChart {...lines} write={write} />)
          }
          key={JSON.stringify(lines)}
        />
        <AsTable table={data.table} label={title} />
      </>
    );
  }
  if (data.bars !== undefined) {
    const most = Math.max(...data.bars.map(({ value }) => value), 0);
    const time = tile.query.by === undefined || tile.query.by === '';
    const shown = time ? data.bars : data.bars.slice(0, BARS);
    return (
      <>
        <div class="dashboard-tile-bars" aria-hidden="true">
          {shown.map(({ label, value }) => (
            <div key={label}>
              <span>{time ? shortDate(label, format.value.locale) : label}</span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none">
                <rect x="0" y="0" height="8" width={most <= 0 ? 0 : (100 * Math.max(0, value)) / most} />
              </svg>
              <span>{write(value)}</span>
            </div>
          ))}
          {shown.length < data.bars.length && (
            <p class="quiet-text">{dashboards.topOf(format.value.number(data.bars.length - shown.length))}</p>
          )}
        </div>
        <AsTable table={data.table} label={title} />
      </>
    );
  }
  return <Rows table={data.table} label={title} />;
}

/** Created once; new data is drawn on the existing map. */
function DrawnMap({ data, title }: { data: TileData; title: string }) {
  const newest = useSignal(data);
  useEffect(() => void (newest.value = data), [data]);
  return (
    <Lazily
      load={() =>
        import('./tile-map.js').then(({ TileMap }) => () => <TileMap data={newest} label={title} />)
      }
    />
  );
}

const shortDate = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric' }).format(Date.parse(iso));

/** A formatter for a measure with its unit. */
function useUnit(unit: Unit): (value: number | null) => string {
  const { format } = useApp();
  const { locale, number, length, duration } = format.value;
  return (value) => {
    if (value === null) return '–';
    if (unit === 'metres') return length(value);
    if (unit === 'seconds') return value === 0 ? number(0) : duration(value * 1000);
    if (unit === 'share') return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value);
    return number(value, 2);
  };
}

/** Above this multiple of the former value, the relative change is not useful. */
const MAX_SHARE = 10;

function changeText(change: number, share: string, texts: Words['dashboards']['change']): string | undefined {
  if (change === 0) return texts.same;
  if (change >= MAX_SHARE) return undefined;
  return change > 0 ? texts.more(share) : texts.less(share);
}

function Figure({ now, before, write }: { now: number | null; before: number | null; write: (value: number | null) => string }) {
  const { words, format } = useApp();
  const { dashboards } = words.value;
  const change = changeOf(now, before);
  const share = new Intl.NumberFormat(format.value.locale, { style: 'percent', maximumFractionDigits: 0 }).format(Math.abs(change ?? 0));
  const trend =
    change === undefined
      ? before === 0 && now === 0
        ? dashboards.change.same
        : dashboards.change.fresh
      : changeText(change, share, dashboards.change);
  const earlier = before !== null && before !== 0 ? dashboards.before(write(before)) : undefined;
  return (
    <div class="dashboard-figure">
      <p class="dashboard-now">{write(now)}</p>
      <p class="quiet-text">{[trend, earlier].filter((part) => part !== undefined).join(', ')}</p>
    </div>
  );
}

function StaleList({ data, title }: { data: TileData; title: string }) {
  const { address, format, clock } = useApp();
  return (
    <ul class="dashboard-tile-list" aria-label={title} tabIndex={0}>
      {data.objects!.slice(0, ROWS).map(({ externalId, title: name }, at) => (
        <li key={externalId}>
          <a href={address.link({ page: 'Map', id: externalId, more: {} })}>{name || externalId}</a>
          <span class="quiet-text">{format.value.ago(data.reportedAt![at]!, clock.now.value)}</span>
        </li>
      ))}
    </ul>
  );
}

function AsTable({ table, label }: { table: Table; label: string }) {
  const { words } = useApp();
  const open = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>{words.value.dashboards.asTable}</summary>
      {open.value && <Rows table={table} label={label} />}
    </details>
  );
}

function Rows({ table, label }: { table: Table; label: string }) {
  const { format } = useApp();
  const written = (value: string | number | null): string => {
    if (value === null) return '–';
    if (typeof value === 'number') return format.value.number(value, 2);
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? format.value.time(Date.parse(value)) : value;
  };
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, ROWS).map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column}>{written(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
