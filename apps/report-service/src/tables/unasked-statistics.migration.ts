import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';
import { NO_STATISTICS } from './observation-pieces.js';

/** Applies `NO_STATISTICS` to the table and its existing pieces; new pieces are altered on creation. */
export class UnaskedStatistics1796024100000 extends ForwardOnlyMigration {
  readonly name = 'UnaskedStatistics1796024100000';
  protected readonly statements = [`alter table observation ${NO_STATISTICS}`];
}
