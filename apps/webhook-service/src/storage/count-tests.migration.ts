import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Times of each workspace's test messages, at least of the last minute: limited across all instances. */
export class CountTests1796310000000 extends ForwardOnlyMigration {
  readonly name = 'CountTests1796310000000';
  protected readonly statements = ['create table test_meter (workspace text collate "C" primary key, sent timestamptz[] not null)'];
}
