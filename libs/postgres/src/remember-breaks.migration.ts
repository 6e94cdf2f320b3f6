import { ForwardOnlyMigration } from './forward-only-migration.js';
import { breaksMigrationSql } from './offsets.js';

/** For services that store offsets of a topic: where they went back because a log had become another one (decision 29). */
export class RememberBreaks1796400000000 extends ForwardOnlyMigration {
  readonly name = 'RememberBreaks1796400000000';
  protected readonly statements = breaksMigrationSql;
}
