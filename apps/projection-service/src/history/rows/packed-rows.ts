/**
 * A packed row of the history holds several changes of one object, in order of observation and revision, all observed within a day:
 * - `observed_at` and `observed_until`: when the first and the last one were observed; `received_at`: when the last received one was;
 *   `revision`: the highest one
 * - `change`: what is stored of each line (rows/stored-line.ts), joined by line breaks
 * - `packed`: three numbers per change: first for all changes the milliseconds from `observed_at` until it was observed, then for all the
 *   milliseconds from there until it was received, then for all the difference of its revision from a revision that counts up to the
 *   highest one, usually 0
 *
 * Postgres compresses both by itself. In other rows `observed_until` and `packed` are null.
 */
export const HISTORY_COLUMNS = [
  'external_id',
  'revision',
  'workspace',
  'observed_at',
  'received_at',
  'change',
  'observed_until',
  'packed',
] as const;

/** Most changes in a packed row. With more, reading a single change would cost more; with half as many, a change takes 2 bytes more. */
export const PACKED_CHANGES = 100;
/** SQL: no packed row covers a longer time of observation. */
const SPAN = `interval '1 day'`;
/** SQL: the number of changes in a packed row. */
export const countIn = (row: string): string => `array_length(${row}.packed, 1) / 3`;

/** SQL: the numbers of a packed row, read once: each look at an array decompresses it. */
const numbersOf = (row: string): string =>
  `(select ${row}.packed[:] as numbers, ${countIn(row)} as size where ${row}.packed is not null offset 0)`;

interface Times {
  /** SQL: first time of observation. */
  from: string;
  /** SQL: time of observation at which to stop. */
  to: string;
}

/** SQL: the numbers of a packed row with the indexes `first` and `last` of its changes between two times: their offsets are in order. */
function numbersWithin(row: string, { from, to }: Times): string {
  const offset = (time: string): string => `(extract(epoch from ${time} - ${row}.observed_at) * 1000)`;
  return `(select z.*, width_bucket(floor(${offset(`greatest(${from}, ${row}.observed_at)`)})::int - 1, z.numbers[:z.size]) + 1 as first,
    width_bucket(ceil(${offset(`least(${to}, ${row}.observed_until + interval '1 millisecond')`)})::int - 1, z.numbers[:z.size]) as last
    from ${numbersOf(row)} z offset 0)`;
}

const linesOf = (row: string): string => `string_to_array(${row}.change, E'\\n')`;
const observedAt = (row: string, observed: string): string => `${row}.observed_at + ${observed} * interval '1 millisecond'`;
const receivedAt = (row: string, observed: string, received: string): string =>
  `${row}.observed_at + (${observed}::bigint + ${received}) * interval '1 millisecond'`;

/**
 * SQL: the changes of a row, packed or not, as a table of `revision`, `observed_at`, `received_at` and `change`.
 * @param times if set, of a packed row only the changes within
 */
export const changesIn = (row: string, times?: Times): string => `lateral (
    select ${row}.revision, ${row}.observed_at, ${row}.received_at, ${row}.change where ${row}.packed is null
    union all
    select ${row}.revision - s.size + s.first - 1 + x.n + x.revision, ${observedAt(row, 'x.observed')},
      ${receivedAt(row, 'x.observed', 'x.received')}, x.change
    from ${times ? numbersWithin(row, times) : `(select z.*, 1 as first, z.size as last from ${numbersOf(row)} z offset 0)`} s,
      unnest(s.numbers[s.first : s.last], s.numbers[s.size + s.first : s.size + s.last],
        s.numbers[2 * s.size + s.first : 2 * s.size + s.last], (${linesOf(row)})[s.first : s.last])
        with ordinality as x (observed, received, revision, change, n)
  )`;

/**
 * SQL: the changes of a packed row within these times, the newest first, in the same form. Each is computed when it is read, so a
 * condition and a limit around this open only what is needed.
 */
export const newestIn = (row: string, times: Times): string => `(
    select ${row}.revision - y.size + y.n + y.numbers[2 * y.size + y.n] as revision, ${observedAt(row, 'y.numbers[y.n]')} as observed_at,
      ${receivedAt(row, 'y.numbers[y.n]', 'y.numbers[y.size + y.n]')} as received_at, y.lines[y.n] as change
    from (select s.*, generate_series(s.last, s.first, -1) as n from (
      select t.*, ${linesOf(row)} as lines from ${numbersWithin(row, times)} t offset 0
    ) s offset 0) y
  )`;

/** SQL: the revisions of a packed row, as a table of `revision`, without reading its changes. */
const revisionsIn = (row: string): string => `(select ${row}.revision - z.size + x.n + x.revision as revision
  from ${numbersOf(row)} z, unnest(z.numbers[2 * z.size + 1 :]) with ordinality as x (revision, n))`;

/** SQL: the lowest revision of a packed row. */
export const lowestRevision = (row: string): string => `(select min(v.revision) from ${revisionsIn(row)} v)`;

/**
 * SQL: whether a row is packed and may hold changes observed between two times, the first one included. The index finds the rows.
 * @param from, to SQL of type timestamptz
 */
export const overlaps = (row: string, from: string, to: string): string =>
  `${row}.packed is not null and ${row}.observed_at < ${to} and ${row}.observed_at >= ${from} - ${SPAN} and ${row}.observed_until >= ${from}`;

/**
 * SQL: whether a row of `history` is in a piece that may contain packed rows. Other pieces are not even opened; the first condition makes
 * that so if there is only one piece.
 */
export const mayBePacked = (row: string, schema = ''): string => {
  const until = `(select f.packed_until from ${schema}history_format f)`;
  return `${until} is not null and ${row}.received_at < ${until}`;
};

/** SQL: whether a packed row in the history of a schema holds the change with the id, revision and time of observation of a row. */
export const isInPack = (schema: string, row: string): string => `exists (select from ${schema}.history p
  where p.external_id = ${row}.external_id and ${mayBePacked('p', `${schema}.`)} and p.revision >= ${row}.revision
  and ${overlaps('p', `${row}.observed_at`, `${row}.observed_at + interval '1 millisecond'`)}
  and exists (select from ${revisionsIn('p')} v where v.revision = ${row}.revision))`;
