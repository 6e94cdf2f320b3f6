import type { QueryRunner } from 'typeorm';
import { IndexMigration } from '#postgres/index-migration.js';

/** The cell of resolution 8 that contains one of resolution 9: the bits of the last digit become ones, and the resolution becomes 8. */
const COARSER = '((cell & ~(15::bigint << 52)) | (8::bigint << 52) | (7::bigint << 18))';

/** Pages of a piece that one statement merges: some thousand rows, which a unit may have to wait for. */
const PAGES_AT_ONCE = 32;
/** A pass skips values that a unit is writing, so several are needed. */
const PASSES = 3;

/**
 * Replaces heat of resolution 9 by that of resolution 8, with a seventh of the cells. The heat is counted again from the observations,
 * which are kept for the same time (heat-slices.ts). Can be repeated. The truncation comes last, since its lock ends with the statement.
 */
export const FORGET_FINE_HEAT = `
  update heat_progress set upto = least(upto, coalesce((
    select min(substring(c.relname from '_piece_([0-9]+)$')::bigint) * 604800000 from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relispartition
    and c.relname like 'observation\\_piece\\_%'), upto));
  truncate heat`;

/** $1 and $2: pages of the piece. Skips rows that another session has locked. */
const mergeValues = (piece: string): string => `
  with fine as materialized (select ctid as place from ${piece} where ctid >= format('(%s,0)', $1::int)::tid
      and ctid < format('(%s,0)', $2::int)::tid and (cell >> 52) & 15 = 9 for update skip locked),
    gone as (delete from ${piece} where ctid = any(array(select place from fine)) returning field, cell, hour, count, summed, micros, most),
    merged as (insert into heat_value as held (field, cell, hour, count, summed, micros, most)
      select field, ${COARSER}, hour, sum(count), sum(summed), sum(micros), max(most) from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (field, cell, hour) do update set count = held.count + excluded.count, summed = held.summed + excluded.summed,
      micros = held.micros + excluded.micros, most = greatest(held.most, excluded.most))
  select count(*)::int as rows from gone`;

/**
 * Converts the values of resolution 9 to resolution 8. They have no other source, so they are merged, a few at a time, while units and
 * heatmaps use the table. After an interruption it continues with the remaining ones.
 */
export async function mergeFineValues(runner: { query(text: string, values?: number[]): Promise<unknown> }): Promise<void> {
  const pieces = (await runner.query(
    `select inhrelid::regclass::text as piece, pg_relation_size(inhrelid) / current_setting('block_size')::int as pages
     from pg_inherits where inhparent = 'heat_value'::regclass`,
  )) as { piece: string; pages: string }[];
  for (const { piece, pages } of pieces) {
    for (let pass = 0, merged = 1; merged > 0 && pass < PASSES; pass++) {
      merged = 0;
      for (let page = 0; page < Number(pages); page += PAGES_AT_ONCE) {
        const [{ rows }] = (await runner.query(mergeValues(piece), [page, page + PAGES_AT_ONCE])) as [{ rows: number }];
        merged += rows;
      }
    }
  }
}

/** Indexes for finding old sums by their quarter. It never changes, so rows are still updated in place. */
const BY_QUARTER = ['movement', 'arrival', 'change_count', 'value_sum', 'call_count', 'object_call', 'counted_area_event', 'area_sum'].map(
  (table) => ({ name: `${table}_quarter`, table, by: '(quarter)' }),
);

/** The object's facet during a visit; 0 if unknown, as for visits from before this migration. */
const FACETS = ['visit', 'area_sum'].map((table) => `alter table ${table} add column if not exists facet int not null default 0`);

export class CoarserHeatAndUpkeep1796016000000 extends IndexMigration {
  readonly name = 'CoarserHeatAndUpkeep1796016000000';
  protected readonly statements = [FORGET_FINE_HEAT, ...FACETS];
  protected readonly indexes = [
    ...BY_QUARTER,
    { name: 'visit_left', table: 'visit', by: '(left_at) where left_at is not null' },
    { name: 'area_sum_key', table: 'area_sum', by: '(workspace, quarter, area_id, type, facet)', unique: true },
  ] as const;
  protected override readonly afterwards = [
    'alter table area_sum drop constraint area_sum_pkey, add constraint area_sum_pkey primary key using index area_sum_key',
  ];

  override async up(runner: QueryRunner): Promise<void> {
    await mergeFineValues(runner);
    await super.up(runner);
  }
}
