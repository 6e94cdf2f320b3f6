import { changesIn, mayBePacked, newestIn, overlaps } from '../rows/packed-rows.js';

/** The changes of one object to read, as SQL. Conditions are functions of the name of a row. */
export interface WantedChanges {
  /** By default `history`. */
  table?: 'history' | 'history_kept';
  /** Finds the rows of the object. */
  ofObject: (row: string) => string;
  /** Lower bounds of the time of receipt and the revision; a packed row has the highest ones of its changes. */
  isKept: (row: string) => string;
  /** Further conditions on single changes, which need not hold for a packed row. */
  isWanted?: (change: string) => string;
  /** First time of observation. */
  from: string;
  /** Time of observation at which to stop. */
  to: string;
  order: 'asc' | 'desc';
  /** Most rows. */
  limit: string;
}

/**
 * SQL: the changes of one object in the order of observation and revision, as rows of `revision`, `observed_at`, `received_at`, `change`
 * and `bound`. At most some packed rows are opened: if there are more, the rows end at `bound`, a time of observation at which the rest
 * begins (descending: before which it ends). If there are none until then, one row has only `bound`; its `revision` is null.
 *
 * Rows with one change come in the order of the index. Of packed ones, those are opened that overlap the time of these rows.
 * @param packs number of packed rows, or SQL for it, at least 1, not counting those that began before the time
 */
export function changesWithin(changes: WantedChanges, packs: number | string): string {
  const { table = 'history', ofObject, isKept, isWanted, from, to, order, limit } = changes;
  const isAscending = order === 'asc';
  const [begin, end] = isAscending ? [from, `coalesce(w.bound, ${to})`] : [`coalesce(w.bound, ${from})`, to];
  // As many rows of single changes as requested: no change beyond them is needed.
  const edge = `(select case when count(*) >= ${limit} then ${isAscending ? 'max' : 'min'}(observed_at) end from single)`;
  const [first, last] = isAscending ? [begin, `least(${end}, ${edge} + interval '1 millisecond')`] : [`greatest(${begin}, ${edge})`, end];
  const isIn = (row: string, since: string, until: string): string => `${row}.observed_at >= ${since} and ${row}.observed_at < ${until}`;
  const ordered = (row: string): string => `order by ${row}.observed_at ${order}, ${row}.revision ${order}`;
  const ifWanted = (row: string): string => (isWanted ? isWanted(row) : 'true');
  const span = { from: 'span.first', to: 'span.last' };
  // Their changes come in this order, so conditions, which may parse each change, are not checked beyond the limit.
  const inPack = isAscending ? changesIn('h', span) : newestIn('h', span);
  return `select w.bound, r.* from (
    select ${boundOfPacks(changes, packs)} as bound offset 0
  ) w left join lateral (
    with single as materialized (
      select h.revision, h.observed_at, h.received_at, h.change from ${table} h
      where ${ofObject('h')} and ${isKept('h')} and h.packed is null and ${isIn('h', begin, end)} and ${ifWanted('h')}
      ${ordered('h')} limit ${limit}
    ), span as materialized (select ${first} as first, ${last} as last),
    opened as (
      select c.revision, c.observed_at, c.received_at, c.change from span
      cross join ${table} h cross join lateral (
        select p.* from ${inPack} p where ${isKept('p')} and ${isIn('p', span.from, span.to)} and ${ifWanted('p')} limit ${limit}
      ) c
      where ${inPackedPiece(table, 'h')} and ${ofObject('h')} and ${isKept('h')} and ${overlaps('h', span.from, span.to)}
      ${ordered('c')} limit ${limit}
    )
    select * from (
      select * from single union all select * from opened
    ) u ${ordered('u')} limit ${limit}
  ) r on true where r.revision is not null or w.bound is not null`;
}

/** SQL: where the packed row begins at which to stop; null if there are fewer. Ascending, changes before it are complete. */
function boundOfPacks({ table = 'history', ofObject, isKept, from, to, order }: WantedChanges, packs: number | string): string {
  return `(select p.observed_at from ${table} p where ${inPackedPiece(table, 'p')} and ${ofObject('p')} and ${isKept('p')}
    and p.packed is not null and p.observed_at > ${from} and p.observed_at < ${to}
    order by p.observed_at ${order} offset ${packs} - 1 limit 1)`;
}

/** Rows under a legal hold are in one table, which is not cut into pieces. */
const inPackedPiece = (table: string, row: string): string => (table === 'history' ? mayBePacked(row) : 'true');
