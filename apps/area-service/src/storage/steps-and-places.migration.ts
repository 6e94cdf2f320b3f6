import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class StepsAndPlaces1796012000000 extends ForwardOnlyMigration {
  readonly name = 'StepsAndPlaces1796012000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // The change that objects were to hear of last: see changed-areas.
  `create index area_steps on area ((case when body is null then revision else outline_revision end))`,
  // Who is in areas that change: few of all that were ever there.
  `create index visit_open on visit (area_id) where ended_at is null`,
  // How many areas lie over a place is asked before one more is taken.
  `create index area_box_place on area_box using gist (box(point(west, south), point(east, north)))`,
  // Of a workspace without areas nothing is kept: what came since its last one was not read.
  `delete from track t where not exists (select from area a where a.workspace = t.workspace and a.body is not null)`,
];
