import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class TurnsAndNotes1796011000000 extends ForwardOnlyMigration {
  readonly name = 'TurnsAndNotes1796011000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // When there are more webhooks than instances can hold, the one whose turn was longest ago is taken first.
  `alter table webhook add column taken_at timestamptz`,
  // Since when the feed has rejected the cursor.
  `alter table webhook add column refused_since timestamptz`,
  // Pauses that the access log does not contain yet: one row each, so that a pause that has ended since then, or a repeated one, is also
  // recorded.
  `create table pause_note (
     id bigint generated always as identity primary key,
     webhook uuid not null,
     workspace text collate "C" not null,
     reason text not null,
     at timestamptz not null
   )`,
  `insert into pause_note (webhook, workspace, reason, at) select id, workspace, pause_reason, paused_at from webhook
    where not pause_noted and state = 'paused'`,
  `drop index webhook_pause_unnoted`,
  `alter table webhook drop column pause_noted`,
];
