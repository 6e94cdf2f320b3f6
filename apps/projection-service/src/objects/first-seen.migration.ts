import { ForwardOnlyMigration } from '#postgres/forward-only-migration.js';

/**
 * Milliseconds since 1970; no change of the object was observed earlier. Null in rows that are older than the column, whose history is
 * searched at any time. It is behind the state (states-last.migration.ts), whose length changes with most updates: a bigint begins at the
 * next multiple of eight bytes, so PostgreSQL would log the end of the state with each update that moves it. A numeric follows at once.
 */
export class FirstSeen1797200000000 extends ForwardOnlyMigration {
  readonly name = 'FirstSeen1797200000000';
  protected readonly statements = ['alter table object_state add column if not exists first_seen numeric'];
}
