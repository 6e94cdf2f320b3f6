import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateWebhooks1796001000000 extends ForwardOnlyMigration {
  readonly name = 'CreateWebhooks1796001000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  `create table worker (
     id uuid primary key,
     name text not null,
     alive_until timestamptz not null
   )`,
  `create table webhook (
     id uuid primary key,
     workspace text collate "C" not null,
     url text not null,
     description text not null,
     enabled boolean not null,
     mode text not null,
     filter jsonb not null,
     max_changes int not null,
     cursor text not null,
     secret bytea not null,
     former_secret bytea,
     former_until timestamptz,
     state text not null default 'active' check (state in ('active', 'paused')),
     pause_reason text,
     pause_detail text,
     paused_at timestamptz,
     pause_noted boolean not null default true,
     created_by text not null,
     answered_for jsonb not null,
     created_at timestamptz not null default clock_timestamp(),
     updated_at timestamptz not null default clock_timestamp(),
     last_delivered_at timestamptz,
     revision bigint not null default 1,
     lease_owner uuid,
     lease_token bigint not null default 0
   ) with (fillfactor = 50)`,
  `create index webhook_of_workspace on webhook (workspace, id)`,
  `create index webhook_pause_unnoted on webhook (id) where not pause_noted`,
  // The pending message: at most one per webhook, because the order of an object's changes is the order of the messages.
  `create table pending_message (
     webhook uuid primary key references webhook on delete cascade,
     message_id text not null,
     kind text not null,
     body text not null,
     changes int not null,
     next_cursor text not null,
     made_at timestamptz not null,
     attempts int not null default 0,
     failing_since timestamptz,
     last_error text,
     next_attempt_at timestamptz
   )`,
  `create table delivery (
     id bigint generated always as identity primary key,
     webhook uuid not null references webhook on delete cascade,
     message_id text not null,
     kind text not null,
     attempt int not null,
     at timestamptz not null,
     outcome text not null,
     status int,
     error text,
     answer text,
     duration_ms int not null,
     changes int not null
   )`,
  `create index delivery_of_webhook on delivery (webhook, id)`,
  `create index delivery_at on delivery using brin (at)`,
];
