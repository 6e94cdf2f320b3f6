import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * retained_piece: the rules by which rows beyond the retention of plans and workspaces were last deleted from a piece
 * (history/pieces/piece-retention.ts). noted_row: rows written to or deleted from a piece while it was copied
 * (history/pieces/piece-copy.ts). Creates only new tables; each piece is then processed once without the data of pruned_piece.
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
