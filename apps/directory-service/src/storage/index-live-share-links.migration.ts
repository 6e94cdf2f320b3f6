import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Those that may still show something are counted whenever one is made: not among all that ever were. */
export class IndexLiveShareLinks1795330700000 implements MigrationInterface {
  name = 'IndexLiveShareLinks1795330700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index share_link_live on share_link (workspace, expires_at) where revoked_at is null`);
  }

  /** Forward only: the way back is a backup. */
  async down(): Promise<void> {
    throw new Error('Migrations of the directory service only go forward.');
  }
}
