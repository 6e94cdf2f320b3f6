import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * presence: in which tiles objects were and when (stay.ts), at most one row per change; it leads from an area to the history.
 * presence_progress: how far the stays of older history have been added. Creates only new tables, so nothing large is locked or
 * rewritten. Instances of the previous release may write history for some more minutes, so the backfill begins after that.
 */
export class RememberPresence1796003000000 extends ForwardOnlyMigration {
  readonly name = 'RememberPresence1796003000000';
  protected readonly statements = [
    `create table presence (
      external_id text collate "C" not null,
      revision bigint not null,
      workspace text collate "C" not null,
      received_at timestamptz not null,
      day int not null,
      q16 int not null,
      since_hour int not null,
      until_hour int not null,
      primary key (external_id, revision, received_at)
    ) partition by range (received_at)`,
    'create index presence_of_place on presence (workspace, day, q16)',
    `create table presence_progress (
      single boolean primary key default true check (single),
      not_before timestamptz not null,
      upto_workspace text collate "C" not null default '',
      upto_external_id text collate "C" not null default '',
      done_at timestamptz
    )`,
    `insert into presence_progress (not_before, done_at)
     select now() + interval '10 minutes', case when exists (select from history) then null else now() end`,
  ];
}
