import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The status that a restored workspace gets. For workspaces that are already being deleted, it is taken from the audit. */
export class AddStatusBeforeDeletion1795330600000 implements MigrationInterface {
  name = 'AddStatusBeforeDeletion1795330600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table workspace add column status_before text check (status_before in ('active', 'suspended'))`);
    await runner.query(`update workspace w set status_before = 'suspended' where w.status = 'deleting' and (
      select a.action from audit a where a.workspace = w.id
      and a.action in ('workspace.suspend', 'workspace.resume', 'workspace.restore') order by a.id desc limit 1
    ) = 'workspace.suspend'`);
  }

  /** Forward only: to go back, restore a backup. */
  async down(): Promise<void> {
    throw new Error('Migrations of the directory service only go forward.');
  }
}
