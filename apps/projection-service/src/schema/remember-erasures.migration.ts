import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * erased_object: only the id and revision of each erasure, to distinguish repeated log records from new ones.
 * pruned_piece: the pieces of the history from which the rows beyond a plan's retention were deleted.
 */
const TABLES = `
  create table erased_object (
    workspace text collate "C" not null,
    external_id text collate "C" not null,
    revision bigint not null,
    erased_at timestamptz not null,
    history_left boolean not null,
    primary key (workspace, external_id)
  );
  create index erased_object_history_left on erased_object (workspace, external_id) where history_left;

  create table pruned_piece (
    piece text primary key,
    workspaces text not null,
    pruned_at timestamptz not null default now()
  );`;

export class RememberErasures1795420100000 implements MigrationInterface {
  name = 'RememberErasures1795420100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  /** Forward only: an unwanted projection is dropped and rebuilt. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only; use npm run rebuild.'));
  }
}
