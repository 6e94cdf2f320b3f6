import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { png } from '#testing/sample-pictures.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { MovingController } from '../../src/look-ups/moving.controller.js';
import { KeptPictures, type UploadedPicture } from '../../src/pictures/kept-pictures.js';
import { MIGRATIONS } from '../../src/storage/migrations.js';

const BYTES = 1000;
let space: TestSpace;
let pool: Pool;
let pictures: KeptPictures;
let moving: MovingController;

beforeAll(async () => {
  space = await createTestSpace('moved-pictures', { topics: false });
  const at = { url: space.databaseUrl, schema: space.schemas.objects };
  const dataSource = createDataSource({ ...at, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource);
  await dataSource.destroy();
  pool = createPool({ ...at, max: 4, applicationName: 'test' });
  pictures = new KeptPictures(pool, BYTES, pool);
  moving = new MovingController(pool, { settle: () => Promise.resolve(true) } as never);
  const state = (externalId: string, more: object): [string, string] => [
    externalId,
    JSON.stringify({ externalId, workspace: 'harbour', ...more }),
  ];
  for (const [id, body] of [
    state('crane', { picture: picture(1).sha256 }),
    state('old', { picture: picture(1).sha256, archived: true }),
    state('plain', {}),
    state('gone', { erased: true }),
  ])
    await pool.query(`insert into object (external_id, workspace, revision, state) values ($1, 'harbour', 1, $2)`, [id, body]);
});
afterAll(async () => {
  await pool?.end();
  await space?.close();
});

function picture(grey: number): UploadedPicture {
  const bytes = png(4, 4, grey);
  return {
    mediaType: 'image/png',
    width: 4,
    height: 4,
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    by: 'token:operator',
  };
}

const missing = async (body: object = { after: '' }): Promise<string[]> => (await moving.read('harbour', body)).picturesMissing;
const put = (externalId: string, grey: number, workspace = 'harbour'): Promise<void> =>
  pictures.putNamed({ workspace, externalId }, picture(grey));

it('stores the picture that an object names, also of an archived one, and says which are missing', async () => {
  expect(await missing()).toEqual(['crane', 'old']);
  await put('crane', 1);
  // The same bytes are stored for each object.
  expect(await missing()).toEqual(['old']);
  expect(await missing({ ids: ['crane', 'plain', 'old'] })).toEqual(['old']);
  await put('old', 1);
  await put('old', 1);
  expect(await missing()).toEqual([]);
  const found = await pictures.find({ workspace: 'harbour', externalId: 'old' }, picture(1).sha256);
  expect(found?.bytes).toEqual(picture(1).bytes);
});

it('stores no other bytes, and none for an object that is missing, erased or of another workspace', async () => {
  for (const [id, grey, workspace] of [
    ['crane', 2, 'harbour'],
    ['plain', 1, 'harbour'],
    ['gone', 1, 'harbour'],
    ['none', 1, 'harbour'],
    ['crane', 1, 'other'],
  ] as const)
    await expect(put(id, grey, workspace)).rejects.toMatchObject({ type: 'not-found' });
  expect((await pool.query('select from picture')).rowCount).toBe(2);
});

it('stores no more than the workspace may have', async () => {
  const large: UploadedPicture = { ...picture(3), bytes: Buffer.alloc(BYTES) };
  await pool.query(`update object set state = jsonb_set(state::jsonb, '{picture}', to_jsonb($1::text))::json where external_id = 'plain'`, [
    large.sha256,
  ]);
  await expect(pictures.putNamed({ workspace: 'harbour', externalId: 'plain' }, large)).rejects.toMatchObject({ type: 'conflict' });
});
