import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateFields1795330300000 extends ForwardOnlyMigration {
  readonly name = 'CreateFields1795330300000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  `create table field_definition (
     workspace text collate "C" not null references workspace,
     name text collate "C" not null,
     definition jsonb not null,
     changed_at timestamptz not null default now(),
     primary key (workspace, name)
   )`,
  // Received fields that wait for review; deleted with their samples once the field is defined.
  `create table field_sighting (
     workspace text collate "C" not null references workspace,
     name text collate "C" not null,
     count bigint not null,
     conflicts bigint not null,
     first_seen timestamptz not null,
     last_seen timestamptz not null,
     strings bigint not null,
     numbers bigint not null,
     categories bigint not null,
     samples text[] not null,
     primary key (workspace, name)
   )`,
];
