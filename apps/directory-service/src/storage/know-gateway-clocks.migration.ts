import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** The gateway of each life, and how many milliseconds its clock is ahead. */
export class KnowGatewayClocks1796420000000 extends ForwardOnlyMigration {
  readonly name = 'KnowGatewayClocks1796420000000';
  protected readonly statements = [
    'alter table quota_gateway add column if not exists name text, add column if not exists clock_ahead_ms bigint',
  ];
}
