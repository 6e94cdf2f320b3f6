import { IndexMigration } from '#postgres/index-migration.js';

/**
 * Columns for lists by age and for the archive. last_seen: milliseconds since 1970; seen_span: minutes
 * (last-seen.ts). Null in older rows until the upkeep fills them in (missed-ages.ts): a migration that did so would write every row
 * before the service can start.
 */
export class OrderByAge1796019000000 extends IndexMigration {
  readonly name = 'OrderByAge1796019000000';
  protected readonly statements = [
    'alter table object_state add column if not exists last_seen bigint, add column if not exists seen_span int',
  ];
  protected readonly indexes = [
    { name: 'object_state_age', table: 'object_state', by: '(workspace, seen_span)' },
    { name: 'object_state_archived', table: 'object_state', by: '(workspace, external_id) where archived' },
  ];
}
