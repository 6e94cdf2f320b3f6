import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Marks partitions whose states all have to be published again, after a broker was restored or replaced. */
export class PublishAllStates1796410000000 extends ForwardOnlyMigration {
  readonly name = 'PublishAllStates1796410000000';
  protected readonly statements = ['alter table partition_offset add column if not exists all_states_due boolean not null default false'];
}
