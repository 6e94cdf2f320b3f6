import type { MigrationInterface, QueryRunner } from 'typeorm';
import { looksOf } from './name-looks.js';

/** Prevents names that look alike. Existing ones stay. */
export class AddNameLooks1795330500000 implements MigrationInterface {
  name = 'AddNameLooks1795330500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table workspace_name add column looks text collate "C"`);
    const names = (await runner.query(`select name from workspace_name`)) as { name: string }[];
    await runner.query(
      `update workspace_name w set looks = n.looks from unnest($1::text[], $2::text[]) as n(name, looks) where w.name = n.name`,
      [names.map(({ name }) => name), names.map(({ name }) => looksOf(name))],
    );
    await runner.query(`alter table workspace_name alter column looks set not null`);
    await runner.query(`create index workspace_name_looks on workspace_name (looks)`);
  }

  /** Forward only: to go back, restore a backup. */
  async down(): Promise<void> {
    throw new Error('Migrations of the directory service only go forward.');
  }
}
