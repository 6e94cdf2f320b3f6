import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class StepsAndPlaces1796012000000 extends ForwardOnlyMigration {
  readonly name = 'StepsAndPlaces1796012000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // The last change that concerns objects: see changed-areas.
  `create index area_steps on area ((case when body is null then revision else outline_revision end))`,
  // Finds the objects in changed areas; open visits are few compared to all visits.
  `create index visit_open on visit (area_id) where ended_at is null`,
  // The number of areas over a place is checked before another one is accepted.
  `create index area_box_place on area_box using gist (box(point(west, south), point(east, north)))`,
  // Nothing is stored for a workspace without areas: reports after its last area were not read.
  `delete from track t where not exists (select from area a where a.workspace = t.workspace and a.body is not null)`,
];
