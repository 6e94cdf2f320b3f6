import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * Stores how far events and states were published, and the ends of their logs at that time, which show whether a broker has lost
 * some of them (decision 29).
 */
export class KeepOutbox1796310000000 extends ForwardOnlyMigration {
  readonly name = 'KeepOutbox1796310000000';
  protected readonly statements = [
    `alter table partition_offset
       add column if not exists events_upto bigint not null default 0,
       add column if not exists events_end bigint,
       add column if not exists states_end bigint,
       add column if not exists publisher uuid`,
    `alter table outbox add column if not exists events int`,
  ];
}
