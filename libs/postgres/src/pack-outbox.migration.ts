import { ForwardOnlyMigration } from './forward-only-migration.js';

/** For services with an outbox: `body` (packed-text.ts) replaces `payload`; earlier rows have `payload` until they are deleted. */
export class PackOutbox1796810000000 extends ForwardOnlyMigration {
  readonly name = 'PackOutbox1796810000000';
  protected readonly statements = [
    'alter table outbox add column body bytea',
    'alter table outbox alter column body set storage external',
    'alter table outbox alter column payload drop not null',
  ];
}
