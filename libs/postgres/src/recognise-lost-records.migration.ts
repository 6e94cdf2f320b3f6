import { ForwardOnlyMigration } from './forward-only-migration.js';
import { placesMigrationSql } from './offsets.js';

/** For services that store offsets of a topic: data for recognising a log that has lost records (decision 29). */
export class RecogniseLostRecords1796200000000 extends ForwardOnlyMigration {
  readonly name = 'RecogniseLostRecords1796200000000';
  protected readonly statements = placesMigrationSql;
}
