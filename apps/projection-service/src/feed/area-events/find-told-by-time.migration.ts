import { IndexMigration } from '#postgres/index-migration.js';

/**
 * Rows go one by one and their space is used again, so that each range of pages has old and new rows in the end: the summary of
 * ranges that there was led to reading the whole table each minute.
 */
export class FindToldByTime1796500000000 extends IndexMigration {
  readonly name = 'FindToldByTime1796500000000';
  protected readonly statements = [];
  protected readonly indexes = [{ name: 'told_area_event_told_at', table: 'told_area_event', by: '(told_at)' }];
  protected override readonly afterwards = ['drop index if exists told_area_event_time'];
}
