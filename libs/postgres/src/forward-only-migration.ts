import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that runs its statements in order, in one transaction; only a backup can undo it. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  /** The name stored by TypeORM: that of the class, which ends with the time that orders migrations. */
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
