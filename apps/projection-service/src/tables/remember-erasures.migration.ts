import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * erased_object: which objects were erased at which revision, so that what the log says again is told apart from what is new;
 * ids and revisions alone. pruned_piece: of which pieces of the history the rows that a plan does not keep were taken away.
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

  /** Forward only: a projection that is not wanted is thrown away and rebuilt. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only; use npm run rebuild.'));
  }
}
