import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * What objects are listed by age and from the archive by. last_seen: milliseconds since 1970; seen_span: minutes (ages/last-seen.ts). Null in rows from before
 * it, until the upkeep has filled them in (ages/missed-ages.ts): a migration that did it would write every row while nobody can read.
 */
export class OrderByAge1796019000000 extends ForwardOnlyMigration {
  readonly name = 'OrderByAge1796019000000';
  protected readonly statements = [
    'alter table object_state add column last_seen bigint, add column seen_span int',
    'create index object_state_age on object_state (workspace, seen_span)',
    'create index object_state_archived on object_state (workspace, external_id) where archived',
  ];
}
