import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for counting valid links whenever one is created, without reading all links that ever existed. */
export class IndexLiveShareLinks1795330700000 implements MigrationInterface {
  name = 'IndexLiveShareLinks1795330700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index share_link_live on share_link (workspace, expires_at) where revoked_at is null`);
  }

  /** Forward only: to go back, restore a backup. */
  async down(): Promise<void> {
    throw new Error('Migrations of the directory service only go forward.');
  }
}
