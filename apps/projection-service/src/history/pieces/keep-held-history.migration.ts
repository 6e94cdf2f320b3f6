import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * held_object: objects under their own legal hold. history_kept: their histories, and those of held workspaces, past the
 * retention; same columns as `history`.
 */
const TABLES = `
  create table held_object (
    workspace text collate "C" not null,
    external_id text collate "C" not null,
    primary key (workspace, external_id)
  );

  create table history_kept (
    external_id text collate "C" not null,
    revision bigint not null,
    workspace text collate "C" not null,
    observed_at timestamptz not null,
    received_at timestamptz not null,
    change text not null,
    primary key (external_id, revision)
  );
  create index history_kept_of_object on history_kept (external_id, observed_at, revision);`;

export class KeepHeldHistory1796006010000 implements MigrationInterface {
  name = 'KeepHeldHistory1796006010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  /** Forward only: an unwanted projection is dropped and rebuilt. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only; use npm run rebuild.'));
  }
}
