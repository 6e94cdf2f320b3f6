import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that runs its statements one after the other, in one transaction, and has no way back but a backup. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  /** As TypeORM remembers it: the class's name, which ends with the time that orders migrations. */
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
