import { IndexMigration } from '#postgres/index-migration.js';

/**
 * Replaces the BRIN index. Rows are deleted one by one and their space is reused, so every range of pages comes to contain both old and new
 * rows, and the whole table was read twice a minute.
 */
export class FindAttemptsByTime1796500000000 extends IndexMigration {
  readonly name = 'FindAttemptsByTime1796500000000';
  protected readonly statements = [];
  protected readonly indexes = [{ name: 'delivery_by_time', table: 'delivery', by: '(at)' }];
  protected override readonly afterwards = ['drop index if exists delivery_at'];
}
