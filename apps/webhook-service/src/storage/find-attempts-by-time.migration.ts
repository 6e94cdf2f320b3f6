import { IndexMigration } from '#postgres/index-migration.js';

/**
 * Rows go one by one and their space is used again, so that each range of pages has old and new rows in the end: the summary of
 * ranges that there was led to reading the whole table twice a minute.
 */
export class FindAttemptsByTime1796500000000 extends IndexMigration {
  readonly name = 'FindAttemptsByTime1796500000000';
  protected readonly statements = [];
  protected readonly indexes = [{ name: 'delivery_by_time', table: 'delivery', by: '(at)' }];
  protected override readonly afterwards = ['drop index if exists delivery_at'];
}
