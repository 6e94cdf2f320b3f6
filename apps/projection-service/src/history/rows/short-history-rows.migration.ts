import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * From when rows of the history are written without the members of a change that are columns (stored-line.ts). Instances of the version
 * before cannot read them, and may still run during an upgrade, so an existing history begins with them a day later.
 */
export class ShortHistoryRows1796900000000 extends ForwardOnlyMigration {
  readonly name = 'ShortHistoryRows1796900000000';
  protected readonly statements = [
    `create table history_format (
       single boolean primary key default true check (single),
       short_since timestamptz not null
     )`,
    `insert into history_format (short_since) select case when exists (select from history) then now() + interval '1 day' else now() end`,
  ];
}
