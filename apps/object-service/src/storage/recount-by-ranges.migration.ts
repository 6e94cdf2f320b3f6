import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Tables that make a recount of the objects exact although it reads them range by range (quotas/recount.ts). */
export class RecountByRanges1796700000000 extends ForwardOnlyMigration {
  readonly name = 'RecountByRanges1796700000000';
  protected readonly statements = [
    // One row while a recount is running.
    `create table object_recount_run (only_one boolean primary key default true check (only_one), run uuid not null)`,
    // The objects that units created (1) and erased (-1) during the recount.
    `create table counted_change (external_id text collate "C" not null, workspace text not null, change int not null)`,
    'create index counted_change_id on counted_change (external_id)',
  ];
}
