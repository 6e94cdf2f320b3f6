import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * Numbers of objects by cell and category, as cell_change and cell_count have them by type. Objects that are there
 * already are counted by the next recount.
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
