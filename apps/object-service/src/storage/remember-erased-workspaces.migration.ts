import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Deleted workspaces of which every object is erased: their ids are never used again, so nobody has to look once more. */
export class RememberErasedWorkspaces1795420000000 extends ForwardOnlyMigration {
  readonly name = 'RememberErasedWorkspaces1795420000000';
  protected readonly statements = [
    'create table erased_workspace (workspace text primary key, erased_at timestamptz not null default now())',
  ];
}
