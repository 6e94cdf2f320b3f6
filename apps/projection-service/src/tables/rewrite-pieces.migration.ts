import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * retained_piece: what was last taken out of a piece because plans or workspaces do not keep it
 * (erasing/piece-retention.ts). noted_row: rows that came to, or went
 * from, a piece while it was copied (erasing/piece-copy.ts). New tables alone; what pruned_piece said is found out again, once a piece.
 */
export class RewritePieces1796410000000 extends ForwardOnlyMigration {
  readonly name = 'RewritePieces1796410000000';
  protected readonly statements = [
    `create table retained_piece (
      piece text primary key,
      removed json not null,
      held text,
      gone_through_at timestamptz not null
    )`,
    'create table noted_row (piece text not null, external_id text collate "C" not null, revision bigint not null)',
    `create function note_row() returns trigger language plpgsql as $$
     begin
       insert into noted_row values (tg_table_name, coalesce(new.external_id, old.external_id), coalesce(new.revision, old.revision));
       return null;
     end $$`,
    'drop table pruned_piece',
  ];
}
