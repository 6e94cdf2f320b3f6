import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class TrackUpkeep1796024000000 extends ForwardOnlyMigration {
  readonly name = 'TrackUpkeep1796024000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // Rows are rewritten in place as objects report: a page reuses the space of old row versions, so that vacuum has little to do.
  `alter table track set (autovacuum_vacuum_scale_factor = 0.2)`,
  // Long, and never compared.
  `alter table track alter column state set statistics 0`,
];
