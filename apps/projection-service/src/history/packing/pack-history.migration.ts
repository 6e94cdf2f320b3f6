import { IndexMigration } from '#postgres/index-migration.js';

/**
 * Packed rows of the history (rows/packed-rows.ts). `packed_until`: the end of the newest piece that may contain some. `pack_since`:
 * instances of the version before cannot read them, and may still run during an upgrade, so an existing history is packed from a day
 * later on. packed_piece: pieces whose rows are packed. Adds only columns without a value, so no table is rewritten.
 */
export class PackHistory1797000000000 extends IndexMigration {
  readonly name = 'PackHistory1797000000000';
  protected readonly statements = [
    'alter table history add column if not exists observed_until timestamptz, add column if not exists packed int[]',
    'alter table history_kept add column if not exists observed_until timestamptz, add column if not exists packed int[]',
    'alter table history_format add column if not exists packed_until timestamptz, add column if not exists pack_since timestamptz',
    `update history_format set pack_since = case when exists (select from history) then now() + interval '1 day' else now() end
      where pack_since is null`,
    'alter table history_format alter column pack_since set not null',
    'create table if not exists packed_piece (piece text primary key, packed_at timestamptz not null)',
  ];
  // Pieces of the history get such an index when they are packed.
  protected readonly indexes = [
    { name: 'history_kept_packed', table: 'history_kept', by: '(external_id, observed_at) where packed is not null' },
  ];
}
