import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';
import { NO_STATISTICS } from './observation-pieces.js';

/** See `NO_STATISTICS`; those of the table that are there reach the pieces that are there, and pieces to come get their own. */
export class UnaskedStatistics1796024100000 extends ForwardOnlyMigration {
  readonly name = 'UnaskedStatistics1796024100000';
  protected readonly statements = [`alter table observation ${NO_STATISTICS}`];
}
