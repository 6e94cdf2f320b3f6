import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

export class TrackUpkeep1796024000000 extends ForwardOnlyMigration {
  readonly name = 'TrackUpkeep1796024000000';
  protected readonly statements = STATEMENTS;
}

const STATEMENTS = [
  // Rewritten in place as objects report: a page clears itself of what was there before, so that vacuum finds little to do.
  `alter table track set (autovacuum_vacuum_scale_factor = 0.2)`,
  // Long, and never compared with anything.
  `alter table track alter column state set statistics 0`,
];
