import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** The area events that the feed has emitted, kept as long as the feed keeps them, since area.events may deliver one again. */
export class TellOfAreas1796013000000 extends ForwardOnlyMigration {
  readonly name = 'TellOfAreas1796013000000';
  protected readonly statements = [
    'create table told_area_event (event_id text collate "C" primary key, told_at timestamptz not null)',
    'create index told_area_event_time on told_area_event using brin (told_at)',
  ];
}
