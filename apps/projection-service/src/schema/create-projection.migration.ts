import type { MigrationInterface, QueryRunner } from 'typeorm';
import { offsetsMigrationSql } from '#postgres/offsets.js';

/**
 * Ids have collation C, since pages are sorted by bytes. The key begins with the workspace, so that it serves lists as well; the workspace
 * of an id never changes. The position of an object is indexed only by its tile, so that a move within a tile changes no index (heap-only
 * update). For that, half of each page is kept free, since one call may update every object on a page.
 */
const TABLES = `
  create table object_state (
    external_id text collate "C" not null,
    workspace text collate "C" not null,
    revision bigint not null,
    seen bigint not null,
    title text,
    type text,
    lat double precision not null,
    lon double precision not null,
    q16 int not null,
    archived boolean not null,
    state json not null,
    primary key (workspace, external_id)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.2);
  create index object_state_place on object_state (workspace, q16);

  create table history (
    external_id text collate "C" not null,
    revision bigint not null,
    workspace text collate "C" not null,
    observed_at timestamptz not null,
    received_at timestamptz not null,
    change text not null
  ) partition by range (received_at);
  create index history_of_object on history (external_id, observed_at, revision);

  create table feed_chunk (
    workspace text collate "C" not null,
    partition int not null,
    first_offset bigint not null,
    last_offset bigint not null,
    count int not null,
    at timestamptz not null,
    offsets bytea,
    changes text not null,
    primary key (workspace, partition, last_offset, at)
  ) partition by range (at);
  alter table feed_chunk alter column changes set storage external;

  create table feed_floor (
    partition int primary key,
    first_offset bigint not null
  );
  create table feed_epoch (
    single boolean primary key default true check (single),
    epoch uuid not null
  );
  insert into feed_epoch (epoch) values (gen_random_uuid());`;

export class CreateProjection1763700000000 implements MigrationInterface {
  name = 'CreateProjection1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(offsetsMigrationSql);
    await runner.query(TABLES);
  }

  /** Forward only: an unwanted projection is dropped and rebuilt. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only; use npm run rebuild.'));
  }
}
