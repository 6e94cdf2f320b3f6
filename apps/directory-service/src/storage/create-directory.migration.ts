import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateDirectory1795330000000 extends ForwardOnlyMigration {
  readonly name = 'CreateDirectory1795330000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // The contents of directory.state by key; body is null for removed keys. Serves as outbox, and as the source for a new topic.
  `create sequence state_revision`,
  `create table state_record (
     key text collate "C" primary key,
     revision bigint not null,
     body text,
     published boolean not null default false
   )`,
  `create index state_record_unpublished on state_record (revision) where not published`,

  `create table plan (
     name text primary key,
     limits jsonb not null,
     created_at timestamptz not null default now()
   )`,

  `create table workspace (
     id text collate "C" primary key,
     name text not null,
     status text not null default 'active' check (status in ('active', 'suspended', 'deleting', 'deleted')),
     plan text not null references plan,
     created_at timestamptz not null default now(),
     delete_after timestamptz
   )`,
  // Present and former names, so that printed links still work and no other workspace can get them.
  `create table workspace_name (
     name text collate "C" primary key,
     workspace text not null references workspace,
     taken_at timestamptz not null default now()
   )`,
  `create index workspace_name_workspace on workspace_name (workspace)`,

  `create table signing_key (
     kid text primary key,
     x text not null,
     y text not null,
     sealed bytea not null,
     created_at timestamptz not null default now(),
     signs_from timestamptz not null,
     last_expiry timestamptz not null default now()
   )`,

  `create table machine_token (
     id uuid primary key,
     name text not null,
     workspaces text[] not null,
     scopes text[] not null,
     narrowed jsonb,
     created_by text not null,
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     revoked_at timestamptz,
     last_used_at timestamptz
   )`,
  `create index machine_token_workspaces on machine_token using gin (workspaces)`,
  `create index machine_token_created_at on machine_token (created_at, id)`,

  `create table audit (
     id bigint generated always as identity primary key,
     at timestamptz not null default now(),
     subject text not null,
     token_id text,
     address text,
     request_id text not null,
     action text not null,
     target text not null,
     workspace text,
     detail jsonb
   )`,
  `create index audit_workspace on audit (workspace, id)`,
];
