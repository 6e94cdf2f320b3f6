import type { QueryResult } from 'pg';
import { type Compared, type Difference, WHAT } from './difference.js';

/** Objects that one statement compares. */
const OBJECTS = 3_000;

/** SQL: whether a row that is missing in a schema was erased there later. */
const erasedFurtherOn = (schema: string, row: string): string =>
  `exists (select from ${schema}.erased_object e where e.workspace = ${row}.workspace and e.external_id = ${row}.external_id
    and e.revision >= ${row}.seen)`;

/** $5: objects created later are not compared. */
const states = ({ former, next }: Compared, a: string, b: string): string => `
  select 'object_state' as table, coalesce(a.external_id, b.external_id) as key, ${WHAT}
  from (select * from ${former}.object_state ${a}) a full join (select * from ${next}.object_state ${b}) b using (workspace, external_id)
  where case
    when a.external_id is null then b.state->>'createdAt' < $5 and not ${erasedFurtherOn(former, 'b')}
    when b.external_id is null then a.state->>'createdAt' < $5 and not ${erasedFurtherOn(next, 'a')}
    else a.seen = b.seen and (a.revision, a.title, a.type, a.lat, a.lon, a.q16, a.archived, a.state::jsonb)
      is distinct from (b.revision, b.title, b.type, b.lat, b.lon, b.q16, b.archived, b.state::jsonb) end`;

/** Compares the texts where both have indexed the words of the same state. */
const texts = ({ former, next }: Compared, a: string, b: string): string => {
  const isTakenUp = (schema: string, row: string): string =>
    `not exists (select from ${schema}.search_due d where d.external_id = ${row}.external_id)`;
  return `
  select 'object_text' as table, coalesce(a.external_id, b.external_id) || '/' || coalesce(a.source, b.source) as key, ${WHAT}
  from (select * from ${former}.object_text ${a}) a full join (select * from ${next}.object_text ${b}) b
  using (workspace, external_id, source)
  where a.words is distinct from b.words and exists (
    select from ${former}.object_state f join ${next}.object_state n using (workspace, external_id)
    where f.workspace = coalesce(a.workspace, b.workspace) and f.external_id = coalesce(a.external_id, b.external_id)
      and f.seen = n.seen and f.state->>'createdAt' < $5 and ${isTakenUp(former, 'f')} and ${isTakenUp(next, 'n')})`;
};

/** Compares states, or their search texts, in key order of the objects. */
export async function* differentObjects(compared: Compared, table: 'object_state' | 'object_text'): AsyncGenerator<Difference[]> {
  const { pool, former, next, since } = compared;
  for (let after: readonly [string, string] | undefined = ['', '']; after !== undefined;) {
    const edge = (schema: string): string =>
      `(select workspace, external_id from ${schema}.object_state where (workspace, external_id) > ($1, $2)
        order by 1, 2 offset ${OBJECTS} limit 1)`;
    const { rows: edges }: QueryResult<{ workspace: string; external_id: string }> = await pool.query(
      `select * from (${edge(former)} union all ${edge(next)}) e order by 1, 2 limit 1`,
      [...after],
    );
    const upTo: readonly [string, string] | undefined = edges[0] && [edges[0].workspace, edges[0].external_id];
    // The last range has no end: $3 and $4 are null.
    const range =
      'where (workspace, external_id) > ($1::text, $2::text) and ($3::text is null or (workspace, external_id) <= ($3::text, $4::text))';
    const text = (table === 'object_state' ? states : texts)(compared, range, range);
    yield (await pool.query<Difference>(text, [...after, ...(upTo ?? [null, null]), since])).rows;
    after = upTo;
  }
}
