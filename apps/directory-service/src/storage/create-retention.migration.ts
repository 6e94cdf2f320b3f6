import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateRetention1796006000000 extends ForwardOnlyMigration {
  readonly name = 'CreateRetention1796006000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  `create table workspace_hold (
     workspace text collate "C" primary key references workspace,
     reason text not null,
     placed_by text not null,
     by_operator boolean not null,
     placed_at timestamptz not null default now()
   )`,
  `create table workspace_retention (
     workspace text collate "C" primary key references workspace,
     rules jsonb not null
   )`,
];
