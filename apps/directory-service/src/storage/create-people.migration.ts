import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreatePeople1795330100000 extends ForwardOnlyMigration {
  readonly name = 'CreatePeople1795330100000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // email_key is the address in lower case. Access tokens issued before tokens_from are no longer valid.
  `create table person (
     id uuid primary key,
     email text not null,
     email_key text collate "C" not null unique,
     name text not null,
     status text not null default 'active' check (status in ('active', 'disabled')),
     operator boolean not null default false,
     password_hash text,
     must_change_password boolean not null default false,
     tokens_from timestamptz not null default now(),
     created_at timestamptz not null default now(),
     last_login_at timestamptz
   )`,
  `create index person_operator on person (id) where operator`,

  // shown_name is the name that the workspace's admin entered; null for the person's own name.
  `create table membership (
     person uuid not null references person on delete cascade,
     workspace text collate "C" not null references workspace,
     role text not null check (role in ('viewer', 'editor', 'admin')),
     shown_name text,
     created_at timestamptz not null default now(),
     primary key (person, workspace)
   )`,
  `create index membership_workspace on membership (workspace, person)`,

  // The SHA-256 of the secret in a one-time link for setting a password.
  `create table password_link (
     secret_hash bytea primary key,
     person uuid not null references person on delete cascade,
     expires_at timestamptz not null
   )`,
  `create index password_link_person on password_link (person)`,

  // One login with all its refreshes.
  `create table login_session (
     id uuid primary key,
     person uuid not null references person on delete cascade,
     created_at timestamptz not null default now(),
     ends_at timestamptz not null,
     ended_at timestamptz,
     ended_by text
   )`,
  `create index login_session_person on login_session (person)`,
  `create index login_session_ends_at on login_session (ends_at)`,
  // salt of a used token: together with the token it gives the same successor again, for a client that lost the answer.
  `create table refresh_token (
     hash bytea primary key,
     session uuid not null references login_session on delete cascade,
     expires_at timestamptz not null,
     used_at timestamptz,
     salt bytea
   )`,
  `create index refresh_token_session on refresh_token (session)`,
  `create index refresh_token_expires_at on refresh_token (expires_at)`,
  // Access tokens that have not expired, so that a logout can revoke them.
  `create table session_token (
     id uuid primary key,
     session uuid not null references login_session on delete cascade,
     expires_at timestamptz not null
   )`,
  `create index session_token_session on session_token (session)`,

  // Failed logins by the hashed key of a limit. next_at is the time of the next allowed attempt; at forget_at, the count starts again.
  `create table login_throttle (
     key bytea primary key,
     failures integer not null,
     next_at timestamptz not null,
     forget_at timestamptz not null
   )`,
  `create index login_throttle_forget_at on login_throttle (forget_at)`,
  // Addresses from which an account's password was correct before.
  `create table login_address (
     key bytea primary key,
     person uuid not null references person on delete cascade,
     last_at timestamptz not null
   )`,
  `create index login_address_person on login_address (person)`,
  `create index login_address_last_at on login_address (last_at)`,

  // The person for each subject of an OpenID provider, bound at the first sign-in, so that a later owner of the address gets no access.
  `create table oidc_identity (
     issuer text not null,
     subject text not null,
     person uuid not null references person on delete cascade,
     created_at timestamptz not null default now(),
     primary key (issuer, subject),
     unique (issuer, person)
   )`,
  // A sign-in that the provider has confirmed and the app that started it has not redeemed yet (challenge as in RFC 7636).
  `create table login_code (
     code_hash bytea primary key,
     person uuid not null references person on delete cascade,
     challenge text not null,
     expires_at timestamptz not null
   )`,
  `create index login_code_person on login_code (person)`,
  `create index login_code_expires_at on login_code (expires_at)`,
];
