import type { SelectQueryBuilder } from 'typeorm';

/**
 * The query of a page of rows, newest first.
 * @param rows the rows that the caller may see, by the alias `row`
 * @param before last id of the page before; one that is not among `rows` gives an empty page
 * @param most rows of the page
 */
export function newestFirst<T extends { id: string; createdAt: Date }>(
  rows: SelectQueryBuilder<T>,
  before: string | undefined,
  most: number,
): SelectQueryBuilder<T> {
  const page = rows.clone().orderBy('row.createdAt', 'DESC').addOrderBy('row.id', 'DESC').limit(most);
  if (before === undefined) return page;
  const last = rows.clone().select('row.createdAt, row.id').andWhere('row.id = :before');
  return page.andWhere(`(row.createdAt, row.id) < (${last.getQuery()})`, { before });
}
