import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * cell_change: what units changed in the numbers of objects by cell, appended; cell_count: those numbers, kept by one writer
 * (indexing/cell-counts.ts), for the clusters of maps. search_due: objects whose words changed, appended; object_text: what is
 * searched, a row for the id, the title and each field of words. A move within a cell writes none of it, and no unit waits for
 * another one's row. Objects that are there already are counted and taken up by the first round of that writer.
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

  /** Forward only: a projection that is not wanted is thrown away and rebuilt. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only; use npm run rebuild.'));
  }
}
