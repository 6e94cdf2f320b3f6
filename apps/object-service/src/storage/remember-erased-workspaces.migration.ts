import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted workspaces of which every object is erased: their ids are never used again, so nobody has to look once more. */
export class RememberErasedWorkspaces1795420000000 implements MigrationInterface {
  name = 'RememberErasedWorkspaces1795420000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table erased_workspace (workspace text primary key, erased_at timestamptz not null default now())');
  }

  /** Forward only: the way back is a backup. */
  async down(): Promise<void> {
    throw new Error('Migrations of the object service only go forward.');
  }
}
