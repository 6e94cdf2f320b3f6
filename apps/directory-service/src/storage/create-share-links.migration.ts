import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateShareLinks1795330400000 extends ForwardOnlyMigration {
  readonly name = 'CreateShareLinks1795330400000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  `create table share_link (
     id uuid primary key,
     workspace text collate "C" not null references workspace,
     name text not null,
     shows jsonb not null,
     token_id uuid not null,
     created_by text not null,
     created_at timestamptz not null default now(),
     life_seconds int not null,
     expires_at timestamptz not null,
     revoked_at timestamptz
   )`,
  `create index share_link_workspace on share_link (workspace, created_at, id)`,
];
