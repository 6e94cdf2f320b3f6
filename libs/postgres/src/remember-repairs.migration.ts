import { ForwardOnlyMigration } from './forward-only-migration.js';
import { repairsMigrationSql } from './topic-repairs.js';

/** For each service that publishes a table as a topic of states: what the two last disagreed about. */
export class RememberRepairs1796610000000 extends ForwardOnlyMigration {
  readonly name = 'RememberRepairs1796610000000';
  protected readonly statements = repairsMigrationSql;
}
