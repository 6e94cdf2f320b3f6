import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Object counts by workspace, for the limits of plans (docs/decisions, 30). */
export class CountObjects1796300000000 extends ForwardOnlyMigration {
  readonly name = 'CountObjects1796300000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // Partition -1 is for objects from before counting began. Rows are updated by each unit that creates or erases objects.
  `create table object_count (
     workspace text not null,
     partition int not null,
     objects bigint not null,
     day date not null,
     created bigint not null,
     primary key (workspace, partition)
   ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1)`,
  `create table object_lease (
     workspace text not null,
     holder text not null,
     day date not null,
     places int not null,
     leased_at timestamptz not null,
     primary key (workspace, holder)
   ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1)`,
  `create table object_recount (counted_at timestamptz not null default now())`,
  // If there are no objects, both recounts are marked as done.
  `insert into object_recount select now() - interval '2 hours' * n from generate_series(0, 1) as n where not exists (select from object)`,
];
