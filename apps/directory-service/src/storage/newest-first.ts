import type { SelectQueryBuilder } from 'typeorm';

/**
 * The query of a page of rows, newest first.
 * @param rows query of the rows that the caller may see, with the alias `row`
 * @param before last id of the previous page; the page is empty if the id is not among `rows`
 * @param max number of rows per page
 */
export function newestFirst<T extends { id: string; createdAt: Date }>(
  rows: SelectQueryBuilder<T>,
  before: string | undefined,
  max: number,
): SelectQueryBuilder<T> {
  const page = rows.clone().orderBy('row.createdAt', 'DESC').addOrderBy('row.id', 'DESC').limit(max);
  if (before === undefined) return page;
  const last = rows.clone().select('row.createdAt, row.id').andWhere('row.id = :before');
  return page.andWhere(`(row.createdAt, row.id) < (${last.getQuery()})`, { before });
}
