import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';
import { offsetsMigrationSql } from '#postgres/offsets.js';

/** Options for sums that each unit rewrites: half of each page is kept free, so that rows are updated in place. */
const REWRITTEN = 'with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1)';

/** Facets, which are combinations of a workspace, a type and categories, each with a number that identifies its sums. */
const FACETS = `
  create table facet (
    id int generated always as identity primary key,
    workspace text collate "C" not null,
    digest text not null,
    type text not null,
    categories json not null,
    unique (workspace, digest)
  );
  create table field (
    id int generated always as identity primary key,
    workspace text collate "C" not null,
    name text collate "C" not null,
    unique (workspace, name)
  );`;

/**
 * Tables with rows of single objects. The key of an observation begins with the object, so that the neighbours of a late one are close.
 * \`point\` and \`anchor\` are null if they equal the observation itself.
 */
const OBJECTS = `
  create table profile (
    external_id text collate "C" primary key,
    workspace text collate "C" not null,
    type text not null,
    categories json not null,
    revision bigint not null
  ) with (fillfactor = 70);
  create table observation (
    external_id text collate "C" not null,
    at bigint not null,
    revision bigint not null,
    facet int not null,
    lat double precision,
    lon double precision,
    cell bigint,
    point_at bigint,
    point_lat double precision,
    point_lon double precision,
    anchor_at bigint,
    anchor_lat double precision,
    anchor_lon double precision,
    primary key (external_id, at, revision)
  ) partition by range (at);
  create table erased_object (
    external_id text collate "C" primary key,
    revision bigint not null
  );`;

/**
 * Quarters are numbered from the epoch (folding/quarter.ts). \`beyond[n]\` is the number of objects that arrived after an absence of n
 * quarters or more, so that one look-up returns how many of them had not been seen since a bucket began.
 */
const SUMS = `
  create table movement (
    facet int not null,
    quarter int not null,
    updates bigint not null,
    created bigint not null,
    stale bigint not null,
    distance_mm bigint not null,
    moving_ms bigint not null,
    still_ms bigint not null,
    stops bigint not null,
    last_at bigint,
    primary key (facet, quarter)
  ) ${REWRITTEN};
  create table arrival (
    facet int not null,
    quarter int not null,
    beyond int[] not null,
    primary key (facet, quarter)
  ) ${REWRITTEN};
  create table change_count (
    facet int not null,
    quarter int not null,
    subject text collate "C" not null,
    updates bigint not null,
    created bigint not null,
    stale bigint not null,
    primary key (facet, quarter, subject)
  ) ${REWRITTEN};
  create table value_sum (
    facet int not null,
    quarter int not null,
    field int not null,
    count bigint not null,
    summed bigint not null,
    micros numeric not null,
    least double precision not null,
    most double precision not null,
    primary key (field, facet, quarter)
  ) ${REWRITTEN};`;

/** Calls, from access.events. A line may be written twice after a fault, and is recognised by its digest. */
const CALLS = `
  create table call_count (
    workspace text collate "C" not null,
    quarter int not null,
    subject text collate "C" not null,
    operation text not null,
    status smallint not null,
    type text not null,
    calls bigint not null,
    primary key (workspace, quarter, subject, operation, status, type)
  ) ${REWRITTEN};
  create table object_call (
    workspace text collate "C" not null,
    external_id text collate "C" not null,
    quarter int not null,
    subject text collate "C" not null,
    operation text not null,
    calls bigint not null,
    primary key (external_id, quarter, subject, operation)
  ) ${REWRITTEN};
  create table counted_call (
    quarter int not null,
    digest bigint not null,
    primary key (quarter, digest)
  );`;

export class CreateReports1796004000000 extends ForwardOnlyMigration {
  readonly name = 'CreateReports1796004000000';
  protected readonly statements = [offsetsMigrationSql, FACETS, OBJECTS, SUMS, CALLS];
}
