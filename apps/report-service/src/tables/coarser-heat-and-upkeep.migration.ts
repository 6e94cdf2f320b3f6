import { IndexMigration } from '#postgres/index-migration.js';

/** The cell of resolution 8 that contains one of resolution 9: the last digit of the index becomes ones, and the resolution 8. */
const COARSER = '((cell & ~(15::bigint << 52)) | (8::bigint << 52) | (7::bigint << 18))';

/**
 * Replaces heat of resolution 9 by that of resolution 8, with a seventh of the cells. Its rows are rebuilt from the observations, which
 * are kept for the same time (heat-slices.ts); the values of cells have no other source, so they are merged. One transaction, which may be
 * repeated: cells of resolution 8 stay as they are.
 */
export const COARSER_HEAT = `
  create temporary table coarser_heat_value on commit drop as
    select field, ${COARSER} as cell, hour, sum(count)::bigint as count, sum(summed)::bigint as summed,
    sum(micros) as micros, max(most) as most from heat_value group by 1, 2, 3;
  truncate heat, heat_value;
  insert into heat_value (field, cell, hour, count, summed, micros, most) select * from coarser_heat_value;
  update heat_progress set upto = least(upto, coalesce((
    select min(substring(c.relname from '_piece_([0-9]+)$')::bigint) * 604800000 from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relispartition
    and c.relname like 'observation\\_piece\\_%'), upto));`;

/** Old sums are found by their quarter. It never changes, so rows are still updated in place. */
const BY_QUARTER = ['movement', 'arrival', 'change_count', 'value_sum', 'call_count', 'object_call', 'counted_area_event', 'area_sum'].map(
  (table) => ({ name: `${table}_quarter`, table, by: '(quarter)' }),
);

/** The object's facet during a visit; 0: not known, as for visits recorded before this migration. */
const FACETS = ['visit', 'area_sum'].map((table) => `alter table ${table} add column if not exists facet int not null default 0`);

export class CoarserHeatAndUpkeep1796016000000 extends IndexMigration {
  readonly name = 'CoarserHeatAndUpkeep1796016000000';
  protected readonly statements = [COARSER_HEAT, ...FACETS];
  protected readonly indexes = [
    ...BY_QUARTER,
    { name: 'visit_left', table: 'visit', by: '(left_at) where left_at is not null' },
    { name: 'area_sum_key', table: 'area_sum', by: '(workspace, quarter, area_id, type, facet)', unique: true },
  ] as const;
  protected override readonly afterwards = [
    'alter table area_sum drop constraint area_sum_pkey, add constraint area_sum_pkey primary key using index area_sum_key',
  ];
}
