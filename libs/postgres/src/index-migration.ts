import type { MigrationInterface, QueryRunner } from 'typeorm';

export interface WantedIndex {
  name: string;
  table: string;
  /** The part after the table: `(workspace, seen_span)`, with a condition if needed. */
  by: string;
  unique?: true;
}

/**
 * A migration that creates indexes on tables that may be large, while others write to them. It runs outside a transaction, so after an
 * interruption its statements run again, and must allow that. It can only be undone by restoring a backup.
 */
export abstract class IndexMigration implements MigrationInterface {
  /** The name stored by TypeORM: that of the class, whose time at the end orders migrations. */
  abstract readonly name: string;
  /** Read by TypeORM. */
  readonly transaction = false;
  /** Statements that run first, such as `add column if not exists`; none may rewrite a table. */
  protected abstract readonly statements: readonly string[];
  protected abstract readonly indexes: readonly WantedIndex[];
  /** Statements that run last, such as turning an index into a key. */
  protected readonly afterwards: readonly string[] = [];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
    for (const index of this.indexes) await makeIndex(runner, index);
    for (const statement of this.afterwards) await runner.query(statement);
  }

  /** @throws Error always */
  async down(): Promise<void> {
    throw new Error('Migrations only go forward; the way back is a backup.');
  }
}

/** Creates an index: concurrently, unless the table is empty, since a concurrent build waits for every snapshot of the database. */
async function makeIndex(runner: QueryRunner, { name, table, by, unique }: WantedIndex): Promise<void> {
  const [found] = (await runner.query(
    'select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname ' +
      '= $1 and c.relnamespace = current_schema()::regnamespace',
    [name],
  )) as { valid: boolean }[];
  if (found?.valid) return;
  const [{ some }] = (await runner.query(`select exists (select from ${table}) as some`)) as [{ some: boolean }];
  // A concurrent build waits for all earlier transactions, of any length, but blocks nothing meanwhile.
  if (some) await runner.query('set lock_timeout = 0');
  try {
    const how = some ? 'concurrently ' : '';
    // An interrupted build leaves an index that is written but never read.
    if (found) await runner.query(`drop index ${how}${name}`);
    await runner.query(`create ${unique ? 'unique ' : ''}index ${how}${name} on ${table} ${by}`);
  } finally {
    if (some) await runner.query('reset lock_timeout').catch(() => undefined);
  }
}
