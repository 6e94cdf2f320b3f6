import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/** Replaces `changes` by feed_chunk.body (chunk-body.ts); earlier chunks keep `changes` until their day is dropped. */
export class PackChunks1796510000000 extends ForwardOnlyMigration {
  readonly name = 'PackChunks1796510000000';
  protected readonly statements = [
    'alter table feed_chunk add column body bytea',
    'alter table feed_chunk alter column body set storage external',
    'alter table feed_chunk alter column changes drop not null',
  ];
}
