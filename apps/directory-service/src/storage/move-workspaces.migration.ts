import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** The move of a workspace to or from another installation (docs/decisions, 33). */
export class MoveWorkspaces1796600000000 extends ForwardOnlyMigration {
  readonly name = 'MoveWorkspaces1796600000000';
  protected readonly statements = ['alter table workspace add column if not exists move jsonb'];
}
