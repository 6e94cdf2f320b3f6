import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { Problem } from '#problems/problem.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { Areas } from '../../src/areas/areas.js';
import { checkedAdoption } from '../../src/areas/checked-area.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';

const AREA = '0192c2e2-3c5c-7000-8000-000000000001';
const CREATED = '2026-01-05T08:00:00.000Z';
const quay = (more: object = {}): ReturnType<typeof checkedAdoption> =>
  checkedAdoption({
    name: 'Quay',
    category: 'berth',
    geometry: { type: 'Circle', center: [7, 50], radius: 300 },
    dwellSeconds: 60,
    createdAt: CREATED,
    ...more,
  });

let space: TestSpace;
let pool: Pool;
let areas: Areas;
let published = 0;

beforeAll(async () => {
  space = await createTestSpace('adopted-areas', { partitions: 1 });
  const dataSource = createDataSource({ url: space.databaseUrl, schema: space.schemas.area, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  pool = createPool({ url: space.databaseUrl, schema: space.schemas.area, max: 3, applicationName: 'test' });
  areas = new Areas(pool, { wake: () => void (published += 1) }, { areas: 2, atAPlace: 2 });
});
afterAll(async () => {
  await pool?.end();
  await space?.close();
});

const adopt = (workspace: string, areaId: string, { content, createdAt } = quay()): ReturnType<Areas['adopt']> =>
  areas.adopt(workspace, areaId, content, createdAt);

it('takes over an area once, with its id and time of creation', async () => {
  const before = Date.now();
  const adopted = await adopt('harbour', AREA);
  expect(adopted).toMatchObject({ areaId: AREA, workspace: 'harbour', name: 'Quay', dwellSeconds: 60, createdAt: CREATED });
  // Visits from before the outline arrived were published by the source installation.
  expect(Date.parse(adopted.outlineUpdatedAt)).toBeGreaterThanOrEqual(before);
  expect(await areas.read('harbour', AREA)).toEqual(adopted);
  expect(published).toBe(1);
  expect(await adopt('harbour', AREA)).toEqual(adopted);
});

it('replaces what has changed since, and brings back what was deleted here meanwhile', async () => {
  const { revision } = await areas.read('harbour', AREA);
  const renamed = await adopt('harbour', AREA, quay({ name: 'Old quay', floor: 1 }));
  expect(renamed).toMatchObject({ name: 'Old quay', floor: 1, createdAt: CREATED });
  expect(renamed.revision).toBeGreaterThan(revision);
  await areas.remove('harbour', AREA, undefined);
  expect(await adopt('harbour', AREA)).toMatchObject({ areaId: AREA, name: 'Quay' });
  const box = { west: 6.9, south: 49.9, east: 7.1, north: 50.1 };
  expect((await areas.list('harbour', { box }, undefined, 10)).areas).toHaveLength(1);
});

it('refuses an id of another workspace, also of a deleted area, and more than the installation allows', async () => {
  await expect(adopt('other', AREA)).rejects.toMatchObject({ type: 'conflict' });
  expect((await areas.read('harbour', AREA)).workspace).toBe('harbour');
  await areas.remove('harbour', AREA, undefined);
  await expect(adopt('other', AREA)).rejects.toBeInstanceOf(Problem);
  await adopt('harbour', AREA);
  await adopt('harbour', AREA.replace(/1$/, '2'));
  await expect(adopt('harbour', AREA.replace(/1$/, '3'))).rejects.toThrow('MAX_AREAS');
});

it('checks an outline as that of a new area', () => {
  expect(() => quay({ geometry: { type: 'Circle', center: [7, 91], radius: 300 } })).toThrow(Problem);
  expect(() => quay({ createdAt: 'yesterday' })).toThrow(Problem);
});
