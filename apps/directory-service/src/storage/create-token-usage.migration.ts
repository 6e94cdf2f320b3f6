import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateTokenUsage1795330800000 extends ForwardOnlyMigration {
  readonly name = 'CreateTokenUsage1795330800000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // Totals of each run of a gateway, which are updated often. Those of removed runs are added up under a life of zeros.
  `create table token_usage (
     month text collate "C" not null,
     workspace text collate "C" not null,
     subject text collate "C" not null,
     life uuid not null,
     calls bigint not null,
     elements bigint not null,
     refused bigint not null,
     primary key (month, workspace, subject, life)
   ) with (fillfactor = 50)`,
  `create index token_usage_life on token_usage (life)`,
];
