import { IndexMigration } from '#postgres/index-migration.js';

/** Adds the workspace to keys: callers of two workspaces may have the same name, and may request the same id. */
export class CallsByWorkspace1796018100000 extends IndexMigration {
  readonly name = 'CallsByWorkspace1796018100000';
  protected readonly statements = [];
  protected readonly indexes = [
    { name: 'object_call_key', table: 'object_call', by: '(external_id, workspace, quarter, subject, operation)', unique: true },
  ] as const;
  protected override readonly afterwards = [
    'alter table object_call drop constraint object_call_pkey, add constraint object_call_pkey primary key using index object_call_key',
  ];
}
