import { IndexMigration } from '#postgres/index-migration.js';

/**
 * Replaces the BRIN index. Rows are deleted one by one and their space is reused, so every range of pages comes to contain both old and
 * new rows, and the whole table was read each minute.
 */
export class FindToldByTime1796500000000 extends IndexMigration {
  readonly name = 'FindToldByTime1796500000000';
  protected readonly statements = [];
  protected readonly indexes = [{ name: 'told_area_event_told_at', table: 'told_area_event', by: '(told_at)' }];
  protected override readonly afterwards = ['drop index if exists told_area_event_time'];
}
