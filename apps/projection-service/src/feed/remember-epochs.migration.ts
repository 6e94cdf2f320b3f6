import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** When and why all cursors were expired the last time. */
export class RememberEpochs1796800000000 extends ForwardOnlyMigration {
  readonly name = 'RememberEpochs1796800000000';
  protected readonly statements = ['alter table feed_epoch add column begun_at timestamptz, add column reason text'];
}
