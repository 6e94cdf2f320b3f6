import { ForwardOnlyMigration } from './forward-only-migration.js';
import { repairsMigrationSql } from './topic-repairs.js';

/** For services that publish a table as a topic of states: the last differences between the two. */
export class RememberRepairs1796610000000 extends ForwardOnlyMigration {
  readonly name = 'RememberRepairs1796610000000';
  protected readonly statements = repairsMigrationSql;
}
