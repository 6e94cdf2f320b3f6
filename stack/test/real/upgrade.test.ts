import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrl } from '#stack/database/database-command.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { RecordedInstallation } from '../../../test/upgrades/recorded-installation.js';
import { type Answers, SampleWorkspace } from '../../../test/upgrades/sample-workspace.js';
import { InstallationUnderTest, START_TIMEOUT_MS } from './installation-under-test.js';

const RECORDED = join(repositoryRoot, 'test/upgrades');
const recorded = readdirSync(RECORDED).filter((name) => /^\d{4}-/.test(name));
/** The recorded data gets older, and is not to be dropped for that. The feed cannot be kept longer. */
const KEEP = {
  HISTORY_RETENTION_DAYS: '3650',
  FEED_RETENTION_DAYS: '90',
  VISIT_RETENTION_DAYS: '3650',
  OBSERVATION_DAYS: '400',
  REPORT_DAYS: '3650',
};
const FEED_KEPT_MS = 90 * 24 * 60 * 60_000;
const CATCHES_UP_MS = 60_000;
const PACKS_WITHIN_MS = 120_000;
const isFeed = (path: string): boolean => path.startsWith('changes');
/** Packed rows are of the history only. */
const isOfHistory = (path: string): boolean => /history|export|trips|positions/.test(path);

it('has an installation to upgrade', () => expect(recorded).not.toEqual([]));

describe.each(recorded)('an installation of %s', { timeout: START_TIMEOUT_MS }, (day) => {
  const source = new RecordedInstallation(join(RECORDED, day));
  let waymark: InstallationUnderTest;
  let workspace: SampleWorkspace;
  let answers: Answers;

  const start = async (): Promise<void> => {
    const started = await waymark.run('start', '--detach');
    expect(started.exitCode, started.all).toBe(0);
  };
  beforeAll(async () => {
    waymark = await InstallationUnderTest.create({ environment: KEEP });
    await source.unpack(waymark.data);
    answers = await source.answers();
    await start();
    const token = (await waymark.run('token', '--workspace', 'demo')).stdout.trim();
    workspace = new SampleWorkspace(`http://127.0.0.1:${waymark.environment.WAYMARK_PORT}`, token);
  }, START_TIMEOUT_MS);
  afterAll(() => waymark?.destroy(), START_TIMEOUT_MS);

  /** Answers may have additional members since, but none may be missing or different. */
  const expectSame = async (paths: readonly string[]): Promise<void> => {
    expect(paths).not.toEqual([]);
    for (const path of paths) expect(await workspace.answer(path), path).toMatchObject(answers[path] as object);
  };
  const inDatabase = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => {
    const { databasePassword } = JSON.parse(readFileSync(join(waymark.data, 'secrets.json'), 'utf8')) as { databasePassword: string };
    const port = Number(waymark.environment.WAYMARK_DATABASE_PORT);
    const client = new pg.Client({ connectionString: databaseUrl({ port, password: databasePassword }) });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it('answers after the upgrade as before', async () => {
    await expectSame(Object.keys(answers).filter((path) => !isFeed(path)));
    if (Date.now() - Date.parse(day) < FEED_KEPT_MS) await expectSame(Object.keys(answers).filter(isFeed));
  });

  it('continues an object where the former version had stopped', async () => {
    const path = 'externalObjects/truck-2';
    const [before] = answers[path] as [{ body: { revision: number; createdAt: string } }];
    await workspace.reportAgain(2);
    const expected = { revision: before.body.revision + 1, createdAt: before.body.createdAt };
    await expect.poll(() => workspace.answer(path), { timeout: CATCHES_UP_MS }).toMatchObject([{ body: expected }]);
  });

  it('packs the history that the former version has written, and answers as before', async () => {
    // A day after an upgrade, so that projections of both versions can run meanwhile.
    await inDatabase('update projection.history_format set pack_since = now()');
    const stopped = await waymark.run('stop');
    expect(stopped.exitCode, stopped.all).toBe(0);
    await start();
    const pieces = (): Promise<unknown[]> => inDatabase('select piece from projection.packed_piece');
    await expect.poll(pieces, { timeout: PACKS_WITHIN_MS }).not.toEqual([]);
    await expectSame(Object.keys(answers).filter(isOfHistory));
  });
});
