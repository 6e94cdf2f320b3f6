import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * held_object.noted: the order of the holds, which shows the ones that arrived while a piece was copied
 * (history/pieces/held-history.ts).
 */
export class NumberHolds1796014000000 extends ForwardOnlyMigration {
  readonly name = 'NumberHolds1796014000000';
  protected readonly statements = [
    'alter table held_object add column noted bigint generated always as identity',
    'create index held_object_noted on held_object (noted)',
  ];
}
