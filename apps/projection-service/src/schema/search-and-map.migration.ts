import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * cell_change: changes of the counts by cell, appended by units. cell_count: these counts, maintained by one writer
 * (tiles/counts/cell-counts.ts), for the clusters on maps. search_due: objects whose words changed, appended by units. object_text: the
 * search texts, a row for the id, the title and each text field. A move within a cell writes none of them, and no unit waits for another
 * one's row. The first round of the writer counts and indexes existing objects.
 */
const TABLES = `
  create table cell_change (
    workspace text collate "C" not null,
    cell int not null,
    type text collate "C" not null,
    change int not null
  );
  create table cell_count (
    workspace text collate "C" not null,
    level smallint not null,
    cell int not null,
    type text collate "C" not null,
    count int not null,
    primary key (workspace, level, cell, type)
  ) with (fillfactor = 70);

  create table search_due (
    workspace text collate "C" not null,
    external_id text collate "C" not null
  );
  create table object_text (
    workspace text collate "C" not null,
    external_id text collate "C" not null,
    source text collate "C" not null,
    words text collate "C" not null,
    primary key (workspace, external_id, source)
  );
  create index object_text_words on object_text (workspace, words, external_id, source);`;

export class SearchAndMap1796005000000 implements MigrationInterface {
  name = 'SearchAndMap1796005000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  /** Forward only: an unwanted projection is dropped and rebuilt. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only; use npm run rebuild.'));
  }
}
