import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class TurnsAndNotes1796011000000 extends ForwardOnlyMigration {
  readonly name = 'TurnsAndNotes1796011000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // Whose turn was longest ago is taken first, where there are more webhooks than instances can hold.
  `alter table webhook add column taken_at timestamptz`,
  // Since when the feed does not take the cursor.
  `alter table webhook add column refused_since timestamptz`,
  // Pauses of which the access log is still to be told: each by itself, so that one that was ended since then, or came twice, is told too.
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
