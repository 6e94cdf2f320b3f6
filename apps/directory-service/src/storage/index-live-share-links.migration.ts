import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Live links are counted whenever one is created: the index spares reading all that ever existed. */
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
