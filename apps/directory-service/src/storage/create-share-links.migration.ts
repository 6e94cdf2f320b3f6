import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateShareLinks1795330400000 implements MigrationInterface {
  name = 'CreateShareLinks1795330400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table share_link (
      id uuid primary key,
      workspace text collate "C" not null references workspace,
      name text not null,
      shows jsonb not null,
      token_id uuid not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      life_seconds int not null,
      expires_at timestamptz not null,
      revoked_at timestamptz
    )`);
    await runner.query(`create index share_link_workspace on share_link (workspace, created_at, id)`);
  }

  /** Forward only: the way back is a backup. */
  async down(): Promise<void> {
    throw new Error('Migrations of the directory service only go forward.');
  }
}
