import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** When each workspace tried its webhooks, the last minute's at least: bounded over all instances. */
export class CountTests1796310000000 extends ForwardOnlyMigration {
  readonly name = 'CountTests1796310000000';
  protected readonly statements = ['create table test_meter (workspace text collate "C" primary key, sent timestamptz[] not null)'];
}
