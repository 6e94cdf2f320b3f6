import { wrongCells } from '../tiles/counts/cell-recount.js';
import { differentFeeds } from './compared-feeds.js';
import { differentObjects } from './compared-objects.js';
import { differentRows } from './compared-rows.js';
import type { Compared, Difference } from './difference.js';

/** Most differences listed per table. */
const LISTED = 1000;

/**
 * Compares both projections row by row, with a limited number of rows per statement, in a snapshot of both. Updates continue meanwhile
 * and the two are at different offsets, so an object is compared up to the revision that both have processed, and the feed up to the
 * offset that both have reached. The counts by cell are compared with a recount of the new projection, and search texts where both have
 * indexed them. An object that exists on one side and was erased later on the other is no difference.
 */
export async function findDifferences(compared: Compared): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const table of [
    differentObjects(compared, 'object_state'),
    differentRows(compared, 'history'),
    differentRows(compared, 'presence'),
    differentFeeds(compared),
    differentCells(compared),
    differentObjects(compared, 'object_text'),
  ]) {
    found.push(...(await listed(table, compared.between)));
  }
  return found;
}

/** The differences of a table in key order; a row that two statements each found on only one side exists on both. */
async function listed(table: AsyncGenerator<Difference[]>, between: () => void): Promise<Difference[]> {
  const byKey = new Map<string, Difference>();
  for await (const some of table) {
    for (const difference of some) {
      const name = `${difference.table} ${difference.key}`;
      byKey.set(name, byKey.has(name) ? { ...difference, what: 'different' } : difference);
    }
    if (byKey.size >= 2 * LISTED) break;
    between();
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, LISTED);
}

async function* differentCells({ pool, next }: Compared): AsyncGenerator<Difference[]> {
  for await (const cells of wrongCells(pool, next)) yield cells.map((cell) => ({ ...cell, what: 'different' }));
}
