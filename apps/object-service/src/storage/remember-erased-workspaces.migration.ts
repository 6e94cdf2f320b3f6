import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Deleted workspaces whose objects are all erased. Their ids are never used again, so they are not checked again. */
export class RememberErasedWorkspaces1795420000000 extends ForwardOnlyMigration {
  readonly name = 'RememberErasedWorkspaces1795420000000';
  protected readonly statements = [
    'create table erased_workspace (workspace text primary key, erased_at timestamptz not null default now())',
  ];
}
