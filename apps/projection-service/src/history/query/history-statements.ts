import { changesWithin, type WantedChanges } from './history-window.js';

/** Whole changes or only positions. */
export type What = 'lines' | 'positions';

/** $1 ids, $2 workspace. @param each further arrays with one element per object, and their names */
const named = (each: Record<string, string>): string =>
  `unnest($1::text[], ${Object.values(each)
    .map((value) => `${value}::timestamptz[]`)
    .join(', ')}) with ordinality as k (external_id, ${Object.keys(each).join(', ')}, n)
    left join erased_object e on e.workspace = $2 and e.external_id = k.external_id`;
/** The same for one object, with $1 its id: the server keeps the plan of such a statement, which takes longer than the statement itself. */
const ONE = `(select $1::text as external_id, $5::timestamptz as begin, 1 as n) k
    left join erased_object e on e.workspace = $2 and e.external_id = k.external_id`;
/** After an erasure, old rows may be left until they are deleted. */
const isKept = (row: string): string => `${row}.received_at >= k.begin and ${row}.revision > coalesce(e.revision, 0)`;
const ofObject = (row: string): string => `${row}.external_id = k.external_id and ${row}.workspace = $2`;

const POSITION = `change::json->>'position' as value`;

/**
 * The history of each object: rows of `n`, its number from 1 on, `bound` (history-window.ts) and a change, whose `revision` is null if
 * there is only a bound. $3 from, $4 to, $5 begins, $6 rows; for lines $7 bytes; then where to continue.
 * @param continued only for one object: $1 and $5 are not arrays
 * @param packs see `changesWithin`
 */
export function pageOf(what: What, continued: boolean, packs: number): string {
  const [observed, revision] = what === 'lines' ? ['$8', '$9'] : ['$7', '$8'];
  const isBeyond = (row: string): string => `(${row}.observed_at, ${row}.revision) > (${observed}::timestamptz, ${revision}::bigint)`;
  const changes: WantedChanges = {
    ofObject,
    isKept,
    ...(continued && { isWanted: isBeyond }),
    from: continued ? `greatest($3::timestamptz, ${observed}::timestamptz)` : '$3::timestamptz',
    to: '$4::timestamptz',
    order: 'asc',
    limit: '$6::int',
  };
  const rows = changesWithin(changes, packs);
  const columns =
    what === 'positions'
      ? `select bound, observed_at, revision, ${POSITION} from (${rows}) r`
      : `select * from (select bound, observed_at, revision, received_at, change as value,
          sum(octet_length(change)) over (order by observed_at, revision rows unbounded preceding) - octet_length(change) as before
          from (${rows}) r) s where coalesce(before, 0) < $7::int`;
  return `select k.n::int as n, h.* from ${continued ? ONE : named({ begin: '$5' })} cross join lateral (${columns} order by observed_at, revision) h`;
}

/** The newest positions of each object, in the same form. $3 times before which to look, $4 positions per object, $5 begins. */
export function positionsBefore(packs: number): string {
  const changes: WantedChanges = {
    ofObject,
    isKept,
    isWanted: (row) => `(${row}.change::json->'position') is not null`,
    from: `'-infinity'::timestamptz`,
    to: 'k.upto',
    order: 'desc',
    limit: '$4::int',
  };
  return `select k.n::int as n, h.* from ${named({ upto: '$3', begin: '$5' })}
    cross join lateral (select bound, observed_at, revision, ${POSITION}
      from (${changesWithin(changes, packs)}) r order by observed_at desc, revision desc) h`;
}
