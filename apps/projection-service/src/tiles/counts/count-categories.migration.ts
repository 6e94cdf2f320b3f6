import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * Counts of objects by cell and category, like cell_change and cell_count by type. The next recount covers existing
 * objects.
 */
export class CountCategories1796018000000 extends ForwardOnlyMigration {
  readonly name = 'CountCategories1796018000000';
  protected readonly statements = [
    `create table cell_category_change (
      workspace text collate "C" not null,
      cell int not null,
      type text collate "C" not null,
      field text collate "C" not null,
      category text collate "C" not null,
      change int not null
    )`,
    `create table cell_category_count (
      workspace text collate "C" not null,
      level smallint not null,
      cell int not null,
      type text collate "C" not null,
      field text collate "C" not null,
      category text collate "C" not null,
      count int not null,
      primary key (workspace, level, cell, type, field, category)
    ) with (fillfactor = 70)`,
  ];
}
