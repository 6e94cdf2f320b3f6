import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';
import { offsetsMigrationSql } from '#postgres/offsets.js';

export class CreateTables1795240000000 extends ForwardOnlyMigration {
  readonly name = 'CreateTables1795240000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // A fill factor that leaves room for a second version of every row keeps updates heap-only, even if one call updates all rows of a
  // page, as with clients that post lists in the same order each time. Only the key is indexed.
  `create table object (
     external_id text collate "C" primary key,
     workspace text not null,
     revision bigint not null,
     state json not null
   ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.2)`,

  // A UUIDv7 begins with its time, so partitions by time are ranges of ids. Rows outside all ranges go to the default partition.
  `create table operation_outcome (
     operation_id uuid not null,
     partition int not null,
     workspace text not null,
     total int not null,
     partitions int[] not null,
     results text not null,
     refused text,
     settled_at timestamptz not null default now(),
     primary key (operation_id, partition)
   ) partition by range (operation_id)`,
  // For data that is kept for two days, compression costs more than the saved disk space. Later partitions inherit this.
  `alter table operation_outcome alter column results set storage external`,
  `create table operation_outcome_rest partition of operation_outcome default`,

  `create table idempotency_key (
     workspace text not null,
     key_hash text not null,
     operation_id uuid not null,
     body_hash text not null,
     created_at timestamptz not null default now(),
     primary key (workspace, key_hash)
   )`,
  `create index idempotency_key_created_at on idempotency_key (created_at)`,

  // Rows are short-lived: not compressed, and vacuumed often.
  `create table outbox (
     partition int not null,
     upto bigint not null,
     payload text not null,
     primary key (partition, upto)
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
           toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 20000)`,
  `alter table outbox alter column payload set storage external`,

  offsetsMigrationSql,
  `alter table partition_offset add column if not exists state_watermark bigint not null default 0`,
];
