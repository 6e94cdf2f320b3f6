import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * A row may contain several consecutive observations (folding/observation-pack.ts). Those after the first one are in arrays, which are
 * null for a single observation, as in all existing rows. \`each_observation\` has a row for each observation; \`first_at\` is the time of
 * the first one in its row, for pieces and the index by time.
 */
const PACKS = `
  alter table observation
    add column later_at bigint[],
    add column later_revision bigint[],
    add column later_lat double precision[],
    add column later_lon double precision[],
    add column later_cell bigint[];
  create view each_observation as
    select o.external_id, e.at, e.revision, o.facet, e.lat, e.lon, e.cell, o.at as first_at from observation o, lateral (
      select o.at, o.revision, o.lat, o.lon, o.cell
      union all
      select * from unnest(o.later_at, o.later_revision, o.later_lat, o.later_lon, o.later_cell)
    ) e;`;

export class PackedObservations1796023000000 extends ForwardOnlyMigration {
  readonly name = 'PackedObservations1796023000000';
  protected readonly statements = [PACKS];
}
