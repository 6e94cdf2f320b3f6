import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';
import { offsetsMigrationSql } from '#postgres/offsets.js';

export class CreateAreas1796002000000 extends ForwardOnlyMigration {
  readonly name = 'CreateAreas1796002000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // One order over all areas: a reader that has seen a revision has seen every revision before it.
  `create sequence area_revision`,
  // The contents of area.state; body null: deleted. Serves as rows, as outbox and as source for a new topic.
  `create table area (
     area_id uuid primary key,
     workspace text not null,
     category text,
     revision bigint not null,
     outline_revision bigint not null,
     body json,
     updated_at timestamptz not null,
     published boolean not null default false
   )`,
  `create index area_of_workspace on area (workspace, area_id) where body is not null`,
  `create index area_unpublished on area (revision) where not published`,
  `create index area_revisions on area (revision)`,
  // Split at the antimeridian.
  `create table area_box (
     area_id uuid not null references area,
     west float8 not null,
     south float8 not null,
     east float8 not null,
     north float8 not null
   )`,
  `create index area_box_area on area_box (area_id)`,

  // The newest reports of an object and what they mean for areas (libs/geofence/live-track); rewritten with each of its reports. For an
  // erased object only the revision remains, so that repeated records are recognised. lat and lon stay unindexed.
  `create table track (
     workspace text collate "C" not null,
     external_id text collate "C" not null,
     partition int not null,
     lat float8,
     lon float8,
     state text not null,
     due_at timestamptz,
     primary key (workspace, external_id)
   ) with (fillfactor = 60)`,
  `create index track_due on track (partition, due_at) where due_at is not null`,

  `create table visit (
     area_id uuid not null,
     external_id text collate "C" not null,
     started_at timestamptz not null,
     workspace text collate "C" not null,
     area_revision bigint not null,
     ended_at timestamptz,
     dwelt_at timestamptz,
     absent_at timestamptz,
     primary key (area_id, external_id, started_at)
   )`,
  `create index visit_begin on visit (area_id, started_at, external_id)`,
  `create index visit_of_object on visit (workspace, external_id)`,
  `create index visit_end on visit (ended_at) where ended_at is not null`,

  // Events that are committed but perhaps not acknowledged by the broker.
  `create table outbox (
     id bigint generated always as identity primary key,
     partition int not null,
     payload text not null
   ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`,
  `create index outbox_partition on outbox (partition, id)`,

  offsetsMigrationSql,
  // The owner of each partition, and the revision up to which area changes were applied to its objects.
  `create table judge (
     partition int primary key,
     owner text not null,
     areas_through bigint not null default 0
   ) with (fillfactor = 50)`,
];
