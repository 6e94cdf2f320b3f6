import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** The bytes of objects' pictures (docs/decisions, 24); the state of an object names its picture. */
export class KeepPictures1795500000000 extends ForwardOnlyMigration {
  readonly name = 'KeepPictures1795500000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  `create table picture (
     external_id text collate "C" not null,
     sha256 text not null,
     workspace text not null,
     media_type text not null,
     width int not null,
     height int not null,
     byte_count int not null,
     bytes bytea not null,
     uploaded_by text not null,
     uploaded_at timestamptz not null default now(),
     kept_at timestamptz not null default now(),
     primary key (external_id, sha256)
   )`,
  // Pictures are already compressed. Out of line, so that the rows stay small enough for scans.
  `alter table picture alter column bytes set storage external`,
  `create index picture_workspace on picture (workspace) include (byte_count)`,
  `create index picture_kept_at on picture (kept_at)`,
];
