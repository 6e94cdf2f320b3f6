import { IndexMigration } from '#postgres/index-migration.js';

export class StepsAndPlaces1796012000000 extends IndexMigration {
  readonly name = 'StepsAndPlaces1796012000000';
  protected readonly statements = [
    // Nothing is stored for a workspace without areas: reports after its last area were not read.
    `delete from track t where not exists (select from area a where a.workspace = t.workspace and a.body is not null)`,
  ];
  protected readonly indexes = [
    // The last change that concerns objects: see changed-areas.
    { name: 'area_steps', table: 'area', by: '((case when body is null then revision else outline_revision end))' },
    // Finds the objects in changed areas; open visits are few compared to all visits.
    { name: 'visit_open', table: 'visit', by: '(area_id) where ended_at is null' },
    // The number of areas over a place is checked before another one is accepted.
    { name: 'area_box_place', table: 'area_box', by: 'using gist (box(point(west, south), point(east, north)))' },
  ];
}
