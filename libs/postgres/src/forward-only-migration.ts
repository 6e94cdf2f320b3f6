import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that runs its statements in order, in one transaction. It can only be undone by restoring a backup. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  /** The name stored by TypeORM: that of the class, whose time at the end orders migrations. */
  abstract readonly name: string;
  protected abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  /** @throws Error always */
  async down(): Promise<void> {
    throw new Error('Migrations only go forward; the way back is a backup.');
  }
}
