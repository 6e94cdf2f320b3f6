import { numbers, type Row, type Statement, type TableName, type TableView, texts } from './fake-statements.js';

/** The date stays the same for a whole run. */
const TODAY = '2026-01-01';

/** The statements of quota-sql.ts. */
export const QUOTA_STATEMENTS: Record<string, Statement> = {
  'update object_lease l set places = l.places - u.places from unnest($2::text[], $3::int[], $4::text[]) as u (workspace, places, day) where l.workspace = u.workspace and l.holder = $1 and l.day = u.day::date and l.places >= u.places':
    { locks: (view, values) => usable(view, values).map(({ key }) => ['lease', key]), run: take },
  "insert into object_count as c (workspace, partition, objects, day, created) select workspace, partition, objects, coalesce(day::date, (now() at time zone 'utc')::date), created from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::text[]) as n (workspace, partition, objects, created, day) on conflict (workspace, partition) do update set objects = c.objects + excluded.objects, day = greatest(c.day, excluded.day), created = case when c.day = excluded.day then c.created + excluded.created when c.day < excluded.day then excluded.created else c.created end":
    { locks: (_view, values) => countsOf(values).map(({ key }) => ['count', key]), run: count },
  // There are no recounts in a simulation.
  'insert into counted_change (external_id, workspace, change) select external_id, workspace, change from unnest($1::text[], $2::text[], $3::int[]) as n (external_id, workspace, change) where change <> 0 and exists (select from object_recount_run)':
    { run: () => ({ rows: [], rowCount: 0 }) },
  "select pg_advisory_xact_lock(key) from (select distinct hashtextextended('waymark.leases.' || current_schema() || '.' || workspace, 0) as key from unnest($1::text[]) as w (workspace) order by 1) k":
    { locks: (_view, [workspaces]) => texts(workspaces).map((workspace) => ['lock', workspace]), run: () => ({ rows: [], rowCount: 0 }) },
  [`select w.workspace, today::text as day, (extract(epoch from today + 1 - clock_timestamp() at time zone 'utc') * 1000)::float8 as "dayLeftMs",` +
  ` coalesce((select sum(objects) from object_count c where c.workspace = w.workspace), 0)::bigint as objects,` +
  ` coalesce((select sum(created) from object_count c where c.workspace = w.workspace and c.day = today), 0)::bigint as "createdToday",` +
  ` coalesce((select sum(places) from object_lease l where l.workspace = w.workspace and l.holder <> $2), 0)::bigint as leased,` +
  ` coalesce((select sum(places) from object_lease l where l.workspace = w.workspace and l.holder <> $2 and l.day = today), 0)::bigint as "leasedToday"` +
  ` from unnest($1::text[]) as w (workspace), (select (clock_timestamp() at time zone 'utc')::date as today offset 0) as d`]: {
    run: taken,
  },
  'insert into object_lease (workspace, holder, day, places, leased_at) select workspace, $1, day::date, places, now() from unnest($2::text[], $3::int[], $4::text[]) as n (workspace, places, day) on conflict (workspace, holder) do update set day = excluded.day, places = excluded.places, leased_at = excluded.leased_at':
    {
      locks: (_view, [holder, workspaces]) => texts(workspaces).map((workspace) => ['lease', `${workspace}/${holder as string}`]),
      run: write,
    },
  'delete from object_lease where workspace = any($1::text[])': {
    locks: (view, [workspaces]) => leasesOf(view, texts(workspaces)).map(({ key }) => ['lease', key]),
    run: takeBack,
  },
};

interface Keyed {
  key: string;
  row: Row;
}

/** Rows of a table as the transaction sees them, except for those that it inserted itself. */
function rowsOf(view: TableView, table: TableName, keyOf: (row: Row) => string): Keyed[] {
  return [...view.rows(table)].flatMap((committed) => {
    const row = view.get(table, keyOf(committed));
    return row === undefined ? [] : [{ key: keyOf(row), row }];
  });
}

const leasesOf = (view: TableView, workspaces: readonly string[]): Keyed[] =>
  rowsOf(view, 'lease', (row) => `${row['workspace'] as string}/${row['holder'] as string}`).filter(({ row }) =>
    workspaces.includes(row['workspace'] as string),
  );

function usable(view: TableView, values: readonly unknown[]): (Keyed & { places: number })[] {
  const places = numbers(values[2]);
  return texts(values[1]).flatMap((workspace, at) => {
    const key = `${workspace}/${values[0] as string}`;
    const row = view.get('lease', key);
    return row && (row['places'] as number) >= places[at]! ? [{ key, row, places: places[at]! }] : [];
  });
}

function take(view: TableView, values: readonly unknown[]): { rows: Row[]; rowCount: number } {
  const used = usable(view, values);
  for (const { key, row, places } of used) view.set('lease', key, { ...row, places: (row['places'] as number) - places });
  return { rows: [], rowCount: used.length };
}

function countsOf(values: readonly unknown[]): { key: string; workspace: string; objects: number; created: number }[] {
  const [partitions, objects, created] = [numbers(values[1]), numbers(values[2]), numbers(values[3])];
  return texts(values[0]).map((workspace, at) => ({
    key: `${workspace}/${partitions[at]}`,
    workspace,
    objects: objects[at]!,
    created: created[at]!,
  }));
}

function count(view: TableView, values: readonly unknown[]): { rows: Row[]; rowCount: number } {
  const counts = countsOf(values);
  for (const { key, workspace, objects, created } of counts) {
    const row = view.get('count', key);
    view.set('count', key, {
      key,
      workspace,
      objects: objects + ((row?.['objects'] as number | undefined) ?? 0),
      created: created + ((row?.['created'] as number | undefined) ?? 0),
    });
  }
  return { rows: [], rowCount: counts.length };
}

function taken(view: TableView, [workspaces, holder]: readonly unknown[]): { rows: Row[]; rowCount: number } {
  const rows = texts(workspaces).map((workspace) => {
    const counts = rowsOf(view, 'count', (row) => row['key'] as string).filter(({ row }) => row['workspace'] === workspace);
    const leased = sum(
      leasesOf(view, [workspace]).filter(({ row }) => row['holder'] !== holder),
      'places',
    );
    return {
      workspace,
      day: TODAY,
      dayLeftMs: 86_400_000,
      objects: sum(counts, 'objects'),
      createdToday: sum(counts, 'created'),
      leased,
      leasedToday: leased,
    };
  });
  return { rows, rowCount: rows.length };
}

const sum = (rows: readonly Keyed[], column: string): number => rows.reduce((total, { row }) => total + (row[column] as number), 0);

function write(view: TableView, values: readonly unknown[]): { rows: Row[]; rowCount: number } {
  const [holder, places] = [values[0] as string, numbers(values[2])];
  texts(values[1]).forEach((workspace, at) => view.set('lease', `${workspace}/${holder}`, { workspace, holder, places: places[at] }));
  return { rows: [], rowCount: places.length };
}

function takeBack(view: TableView, [workspaces]: readonly unknown[]): { rows: Row[]; rowCount: number } {
  const leases = leasesOf(view, texts(workspaces));
  for (const { key } of leases) view.set('lease', key, null);
  return { rows: [], rowCount: leases.length };
}
