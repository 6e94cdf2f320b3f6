import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class CreateQuotas1795330200000 extends ForwardOnlyMigration {
  readonly name = 'CreateQuotas1795330200000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // One row per run of a gateway. It is written every second, so half of each page stays free for heap-only updates.
  `create table quota_gateway (
     life uuid primary key,
     sequence bigint not null,
     reported_at timestamptz not null default clock_timestamp(),
     stopped boolean not null default false,
     demands jsonb not null default '[]',
     shares jsonb not null default '{}'
   ) with (fillfactor = 50)`,

  // One row per workspace and month, kept forever. held is the sum of held in all leases, so that a grant reads one row.
  // unaccounted is the amount of removed leases of gateways that stopped reporting.
  `create table quota_month (
     workspace text collate "C" not null,
     month text collate "C" not null,
     used bigint not null default 0,
     elements bigint not null default 0,
     held bigint not null default 0 check (held >= 0),
     unaccounted bigint not null default 0,
     starved_at timestamptz,
     starved_life uuid,
     primary key (month, workspace)
   ) with (fillfactor = 50)`,

  `create table quota_lease (
     life uuid not null references quota_gateway on delete cascade,
     workspace text collate "C" not null,
     month text collate "C" not null,
     used bigint not null default 0,
     elements bigint not null default 0,
     held bigint not null default 0 check (held >= 0),
     calls_per_second real not null default 0,
     elements_per_second real not null default 0,
     primary key (life, workspace, month)
   ) with (fillfactor = 50)`,
  `create index quota_lease_month on quota_lease (month, workspace)`,
];
