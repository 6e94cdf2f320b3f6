import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Callers of two workspaces may have the same name, and name the same id, although it belongs to one of them. */
export class CallsByWorkspace1796018100000 extends ForwardOnlyMigration {
  readonly name = 'CallsByWorkspace1796018100000';
  protected readonly statements = [
    'alter table object_call drop constraint object_call_pkey',
    'alter table object_call add primary key (external_id, workspace, quarter, subject, operation)',
  ];
}
