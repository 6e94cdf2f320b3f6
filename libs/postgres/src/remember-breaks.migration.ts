import { ForwardOnlyMigration } from './forward-only-migration.js';
import { breaksMigrationSql } from './offsets.js';

/** For each service that keeps offsets of a topic: where it went back in a log that had become another one (decision 29). */
export class RememberBreaks1796400000000 extends ForwardOnlyMigration {
  readonly name = 'RememberBreaks1796400000000';
  protected readonly statements = breaksMigrationSql;
}
