import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Visits to areas, and sums of the time inside. An event may arrive twice after a fault, and is recognised by its id. */
const AREAS = `
  create table visit (
    external_id text collate "C" not null,
    area_id text collate "C" not null,
    started_at bigint not null,
    left_at bigint,
    workspace text collate "C" not null,
    type text not null,
    primary key (external_id, area_id, started_at)
  ) with (fillfactor = 70);
  create index visit_open on visit (workspace, area_id) where left_at is null;
  create table counted_area_event (
    event_id text collate "C" primary key,
    quarter int not null
  );
  create table area_sum (
    workspace text collate "C" not null,
    area_id text collate "C" not null,
    type text not null,
    quarter int not null,
    entered bigint not null,
    inside_ms bigint not null,
    primary key (workspace, quarter, area_id, type)
  ) with (fillfactor = 50);`;

/**
 * Where objects were: a row for each object, H3 cell (of the finest stored resolution) and hour. The parts of a coarser cell are neighbours
 * in the key. \`heat_progress\` is the time up to which observations are included; the index by time finds the others.
 */
const HEAT = `
  create table heat (
    workspace text collate "C" not null,
    cell bigint not null,
    hour int not null,
    external_id text collate "C" not null,
    observations int not null,
    primary key (workspace, cell, hour, external_id)
  ) partition by range (hour);
  create table heat_value (
    field int not null,
    cell bigint not null,
    hour int not null,
    count bigint not null,
    summed bigint not null,
    micros numeric not null,
    most double precision not null,
    primary key (field, cell, hour)
  ) partition by range (hour);
  create table heat_progress (
    single boolean primary key default true check (single),
    upto bigint not null
  );
  create index observation_time on observation using brin (at) with (pages_per_range = 32);`;

export class CreateAreasAndHeat1796004100000 extends ForwardOnlyMigration {
  readonly name = 'CreateAreasAndHeat1796004100000';
  protected readonly statements = [AREAS, HEAT];
}
