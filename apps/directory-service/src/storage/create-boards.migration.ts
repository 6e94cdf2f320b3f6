import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateBoards1796007000000 extends ForwardOnlyMigration {
  readonly name = 'CreateBoards1796007000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // tally: the counts of a closed anonymous poll, whose answers are deleted.
  `create table poll (
     id uuid primary key,
     workspace text collate "C" not null references workspace,
     question text not null,
     description text,
     options jsonb not null,
     multiple int not null,
     audience jsonb not null,
     closes_at timestamptz,
     closed_at timestamptz,
     results text not null check (results in ('always', 'afterAnswer', 'afterClose')),
     anonymous boolean not null,
     tally jsonb,
     created_by text not null,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     revision int not null default 1
   )`,
  `create index poll_workspace on poll (workspace, created_at, id)`,
  `create index poll_due on poll (closes_at) where closed_at is null`,
  // person is for polls that are not anonymous; mark is for anonymous ones, derived from the person with a key that is not in the database.
  // Both are null for a person who left after the poll was closed. There is no time, since comparing it with the access log would reveal
  // the person.
  `create table poll_answer (
     id uuid primary key,
     poll uuid not null references poll on delete cascade,
     person uuid references person on delete set null,
     mark bytea,
     options uuid[] not null,
     check (person is null or mark is null)
   )`,
  `create index poll_answer_poll on poll_answer (poll, id)`,
  `create unique index poll_answer_person on poll_answer (person, poll)`,
  `create unique index poll_answer_mark on poll_answer (poll, mark)`,

  `create table dashboard (
     id uuid primary key,
     workspace text collate "C" not null references workspace,
     name text not null,
     tiles json not null,
     filters json not null,
     created_by text not null,
     created_at timestamptz not null default now(),
     updated_by text not null,
     updated_at timestamptz not null default now(),
     revision int not null default 1
   )`,
  `create index dashboard_workspace on dashboard (workspace, created_at, id)`,

  // owner is null if the person who shared the view has left.
  `create table saved_view (
     id uuid primary key,
     workspace text collate "C" not null references workspace,
     owner uuid references person on delete set null,
     name text not null,
     state text not null,
     shared boolean not null,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now()
   )`,
  `create index saved_view_workspace on saved_view (workspace, created_at, id)`,
  `create unique index saved_view_owner on saved_view (owner, workspace, name)`,
];
