import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** How far events were published, and where their logs ended then; this shows when a broker has lost events (decision 29). */
export class KeepOutbox1796410000000 extends ForwardOnlyMigration {
  readonly name = 'KeepOutbox1796410000000';
  protected readonly statements = [
    `alter table partition_offset
       add column if not exists events_upto bigint not null default 0,
       add column if not exists events_end bigint,
       add column if not exists publisher uuid`,
    `alter table outbox add column if not exists events int`,
  ];
}
