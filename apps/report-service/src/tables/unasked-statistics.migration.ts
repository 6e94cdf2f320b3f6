import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';
import { NO_STATISTICS } from './observation-pieces.js';

/** See `NO_STATISTICS`; altering the table reaches the existing pieces, and new pieces are altered on creation. */
export class UnaskedStatistics1796024100000 extends ForwardOnlyMigration {
  readonly name = 'UnaskedStatistics1796024100000';
  protected readonly statements = [`alter table observation ${NO_STATISTICS}`];
}
