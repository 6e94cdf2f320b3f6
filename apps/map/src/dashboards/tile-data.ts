import type { ExternalObject, Schemas } from '../api/api.js';
import type { App } from '../app/app.js';
import type { Filters, Tile } from './dashboard.js';
import { combined, MEASURES, type ReportName, type ReportRow } from './measures.js';
import { bucketsOf, type Period, periodOf, spanOf } from './span.js';

/** The content of a tile as a table; the same rows are drawn, read by screen readers, and saved as CSV. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

export interface TileData {
  table: Table;
  figure?: { now: number | null; before: number | null };
  bars?: readonly { label: string; value: number }[];
  /** Times are milliseconds since the epoch. */
  lines?: { times: readonly number[]; lines: readonly { label: string; values: readonly (number | null)[] }[] };
  objects?: readonly ExternalObject[];
  cells?: Schemas['Heatmap'];
  /** The number of objects, including those that the tile does not list. */
  total?: { objects: number; atLeast: boolean };
  /** Set if there are more objects: the map then draws the server's tiles with these types; empty: all types. */
  tilesOf?: readonly string[];
  /** The time of the last report of each of `objects`, milliseconds since the epoch. */
  reportedAt?: readonly number[];
}

/** Everything other than the tile that is needed to read its data. */
export interface TileContext {
  app: App;
  filters: Filters;
  timeZone: string;
  /** Names of areas by id. */
  areaNames: ReadonlyMap<string, string>;
  now: number;
}

const HOUR_MS = 3_600_000;
/** Beyond this number a map draws the server's tiles, and a list shows how many more there are. */
const MAX_OBJECTS = 1000;
/** Most pages to read: a page may be short if the type is rare. */
const MAX_PAGES = 10;
const HEAT_RESOLUTION = 6;
const MAX_LINES = 7;

/** The query of a tile: its own values take precedence over those of the dashboard. */
export function queryOf({ query }: Tile, filters: Filters): { span: ReturnType<typeof spanOf>; type: string; area: string } {
  return { span: spanOf(query.span ?? filters.span), type: query.type || filters.type || '', area: query.area || filters.area || '' };
}

/** @throws ApiProblem */
export function readTile(tile: Tile, context: TileContext): Promise<TileData> {
  switch (tile.kind) {
    case 'map':
      return readMap(tile, context);
    case 'heatmap':
      return readHeat(tile, context);
    case 'stale':
      return readStale(tile, context);
    case 'number':
      return readNumber(tile, context);
    case 'series':
      return readSeries(tile, context);
    default:
      return readGroups(tile, context);
  }
}

const reportOf = ({ query }: Tile): ReportName => query.report ?? 'tracking';
const measureOf = (tile: Tile): string => tile.query.measure ?? MEASURES[reportOf(tile)][0]!.name;

async function readNumber(tile: Tile, context: TileContext): Promise<TileData> {
  const { words } = context.app;
  const period = periodFor(tile, context);
  const [now, before] = (await Promise.all([period, period.before].map((span) => readReport(tile, context, span, 'all', [])))).map((rows) =>
    combined(rows, measureOf(tile)),
  );
  const { dashboards } = words.peek();
  const name = dashboards.measures[measureOf(tile) as keyof typeof dashboards.measures];
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    figure: { now: now!, before: before! },
    table: {
      columns: [dashboards.time, name],
      rows: [
        [iso(period.from), now!],
        [iso(period.before.from), before!],
      ],
    },
  };
}

async function readSeries(tile: Tile, context: TileContext): Promise<TileData> {
  const period = periodFor(tile, context);
  const rows = await readReport(tile, context, period, period.interval, groupsOf(tile));
  const times = bucketsOf(period, context.timeZone);
  const additive = !['mean', 'least', 'most', 'utilisation'].includes(measureOf(tile));
  const groups = grouped(rows, (row) => labelOf(row, tile, context));
  const lines = [...groups]
    .map(([label, of]) => {
      const byTime = grouped(of, (row) => String(bucketBefore(times, Date.parse(String(row.from)))));
      return {
        label,
        total: combined(of, measureOf(tile)) ?? 0,
        values: times.map((_, at) => (byTime.has(String(at)) ? combined(byTime.get(String(at))!, measureOf(tile)) : additive ? 0 : null)),
      };
    })
    .sort((a, b) => b.total - a.total)
    .slice(0, MAX_LINES);
  const { dashboards } = context.app.words.peek();
  return {
    lines: { times, lines },
    table: {
      columns: [dashboards.time, ...lines.map(({ label }) => label)],
      rows: times.map((time, at) => [new Date(time).toISOString(), ...lines.map(({ values }) => values[at]!)]),
    },
  };
}

/** Rows for bars and tables: by breakdown, otherwise by time. */
async function readGroups(tile: Tile, context: TileContext): Promise<TileData> {
  const { dashboards } = context.app.words.peek();
  const period = periodFor(tile, context);
  const by = tile.query.by ?? '';
  const rows = await readReport(tile, context, period, by === '' ? period.interval : 'all', groupsOf(tile));
  const measures =
    tile.kind === 'table' ? MEASURES[reportOf(tile)].map(({ name }) => name).filter((name) => name !== 'objects') : [measureOf(tile)];
  const groups = [...grouped(rows, (row) => (by === '' ? new Date(String(row.from)).toISOString() : labelOf(row, tile, context)))].map(
    ([label, of]) => ({ label, values: measures.map((measure) => combined(of, measure)) }),
  );
  if (by !== '') groups.sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
  return {
    table: {
      columns: [
        by === '' ? dashboards.time : dashboards.groupings[by],
        ...measures.map((name) => dashboards.measures[name as keyof typeof dashboards.measures]),
      ],
      rows: groups.map(({ label, values }) => [label, ...values]),
    },
    ...(tile.kind === 'bar' && { bars: groups.map(({ label, values }) => ({ label, value: values[0] ?? 0 })) }),
  };
}

async function readMap(tile: Tile, context: TileContext): Promise<TileData> {
  const { objects, total, more } = await readByAge(tile, context, { order: '-lastSeen' });
  const { dashboards } = context.app.words.peek();
  const { type } = queryOf(tile, context.filters);
  return {
    objects,
    total,
    ...(more && { tilesOf: type === '' ? [] : [type] }),
    table: {
      columns: [dashboards.id, dashboards.object, dashboards.type, dashboards.latitude, dashboards.longitude, dashboards.lastReport],
      rows: objects.map(({ externalId, title, type: of, position }) => [
        externalId,
        title ?? '',
        of ?? '',
        position.lat,
        position.lon,
        position.observedAt,
      ]),
    },
  };
}

async function readStale(tile: Tile, context: TileContext): Promise<TileData> {
  const seenBefore = new Date(context.now - (tile.query.hours ?? 24) * HOUR_MS).toISOString();
  const { objects, total } = await readByAge(tile, context, { order: 'lastSeen', seenBefore });
  // The API sorts only to the hour.
  const sorted = [...objects].sort((a, b) => Date.parse(a.lastSeen!) - Date.parse(b.lastSeen!));
  const { dashboards } = context.app.words.peek();
  return {
    objects: sorted,
    total,
    reportedAt: sorted.map(({ lastSeen }) => Date.parse(lastSeen!)),
    table: {
      columns: [dashboards.id, dashboards.object, dashboards.type, dashboards.lastReport],
      rows: sorted.map(({ externalId, title, type, lastSeen }) => [externalId, title ?? '', type ?? '', lastSeen!]),
    },
  };
}

async function readHeat(tile: Tile, context: TileContext): Promise<TileData> {
  const { from, to } = periodFor(tile, context);
  const hour = (at: number, round: (value: number) => number): string => new Date(round(at / HOUR_MS) * HOUR_MS).toISOString();
  const query = new URLSearchParams({ resolution: String(HEAT_RESOLUTION), from: hour(from, Math.floor), to: hour(to, Math.ceil) });
  const response = await context.app.fetch(
    new Request(`${location.origin}/groups/${encodeURIComponent(context.app.workspace.id)}/heatmap?${query.toString()}`),
  );
  const cells = (await response.json()) as Schemas['Heatmap'];
  const { dashboards } = context.app.words.peek();
  const sorted = [...cells.features].sort((a, b) => b.properties.objects - a.properties.objects);
  return {
    cells,
    table: {
      columns: [dashboards.cell, dashboards.measures.objects, dashboards.observations],
      rows: sorted.map(({ id, properties }) => [id, properties.objects, properties.observations]),
    },
  };
}

/** The first objects in the order of their last reports, and the total number. */
async function readByAge(
  tile: Tile,
  { app, filters }: TileContext,
  order: { order: 'lastSeen' | '-lastSeen'; seenBefore?: string },
): Promise<{ objects: ExternalObject[]; total: NonNullable<TileData['total']>; more: boolean }> {
  const { type } = queryOf(tile, filters);
  const objects: ExternalObject[] = [];
  let total: TileData['total'];
  let page: string | undefined;
  for (let pages = 0; pages < MAX_PAGES && objects.length < MAX_OBJECTS; pages++) {
    const { data } = await app.api.GET('/groups/{groupID}/externalObjects', {
      params: {
        path: { groupID: app.workspace.id },
        query: { ...order, limit: MAX_OBJECTS, page, ...(type !== '' && { type: [type] }), ...(pages === 0 && { count: true }) },
      },
    });
    total ??= data!.count;
    objects.push(...data!.objects);
    page = data!.next === null ? undefined : (new URL(data!.next, location.origin).searchParams.get('page') ?? undefined);
    if (page === undefined) break;
  }
  return {
    objects: objects.slice(0, MAX_OBJECTS),
    total: total ?? { objects: objects.length, atLeast: false },
    more: page !== undefined || objects.length > MAX_OBJECTS,
  };
}

const periodFor = (tile: Tile, { filters, now, timeZone }: TileContext): Period => periodOf(queryOf(tile, filters).span, now, timeZone);

const groupsOf = ({ query }: Tile): string[] => (query.by ? [query.by] : []);

async function readReport(
  tile: Tile,
  { app, filters, timeZone, areaNames }: TileContext,
  { from, to }: { from: number; to: number },
  interval: string,
  by: readonly string[],
): Promise<ReportRow[]> {
  const report = reportOf(tile);
  const { type, area } = queryOf(tile, filters);
  const query = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    interval,
    timeZone: timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const groups = new Set(by);
  if (type !== '') query.append('type', type);
  if (knowsAreas(tile) && area !== '') {
    query.append('area', area);
    groups.add('area');
  } else if (report === 'tracking' && groups.has('area')) for (const id of [...areaNames.keys()].slice(0, 20)) query.append('area', id);
  for (const group of groups) query.append('by', group);
  if (groups.has('category') && tile.query.field) query.set('field', tile.query.field);
  if (report === 'values' && tile.query.number) query.append('number', tile.query.number);
  const response = await app.fetch(
    new Request(`${location.origin}/groups/${encodeURIComponent(app.workspace.id)}/reports/${report}?${query.toString()}`),
  );
  return ((await response.json()) as Schemas['TrackingReport']).rows;
}

/** Whether a filter of areas changes what a tile shows. */
export const knowsAreas = (tile: Tile): boolean =>
  ['number', 'series', 'bar', 'table'].includes(tile.kind) && ['tracking', 'areas'].includes(reportOf(tile));
export const knowsTypes = (tile: Tile): boolean => tile.kind !== 'heatmap';

function labelOf(row: ReportRow, tile: Tile, { app, areaNames }: TileContext): string {
  const { dashboards } = app.words.peek();
  const by = tile.query.by ?? '';
  if (by === '') return dashboards.measures[measureOf(tile) as keyof typeof dashboards.measures];
  const name = row[by];
  if (typeof name !== 'string' || name === '') return dashboards.none0;
  return by === 'area' ? (areaNames.get(name) ?? name) : name;
}

function grouped(rows: readonly ReportRow[], keyOf: (row: ReportRow) => string): Map<string, ReportRow[]> {
  const groups = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** The bucket that contains a time. */
const bucketBefore = (begins: readonly number[], at: number): number =>
  Math.max(
    0,
    begins.findLastIndex((begin) => begin <= at),
  );
