import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { at, CommandSender, outcomesIn, TopicWatcher } from './commands.js';

let space: TestSpace;
let service: RunningService;
let sender: CommandSender;
let db: pg.Client;
let letters: TopicWatcher;
let outcomes: TopicWatcher;

beforeAll(async () => {
  space = await createTestSpace('blamed', { partitions: 1 });
  service = await startService('object-service', space.environment('object-service'));
  sender = await CommandSender.connect(space);
  db = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
  await db.connect();
  [letters, outcomes] = await Promise.all([
    TopicWatcher.open(space, 'object.commands.dead-letter'),
    TopicWatcher.open(space, 'object.outcomes'),
  ]);
});
afterAll(async () => {
  await Promise.all([letters, outcomes].map((watcher) => watcher?.close()));
  await sender?.close();
  await db?.end();
  await service?.stop();
  await space?.close();
});

it('names the one record of a unit whose value the database refuses, and applies the others', async () => {
  // An example of a value that passes all checks and that the database still refuses.
  await db.query(`alter table object add constraint no_trouble check (external_id <> 'trouble')`);
  const calls = await Promise.all(['one', 'two', 'trouble', 'three', 'four'].map((id) => sender.call('alpha', [at(id, 1)])));
  await outcomes.until((read) => outcomesIn(read).length >= 4, 'the outcomes of the others');
  const [letter] = await letters.until((read) => read.length > 0, 'the dead letter');
  expect(letter?.value).toContain('"trouble"');
  expect(letter?.headers['waymark-dead-letter-reason']).toContain('no_trouble');
  expect(new Set(outcomesIn(outcomes.records).map((outcome) => outcome.operationId))).toEqual(new Set(calls.filter((_, i) => i !== 2)));
  const { rows } = await db.query<{ external_id: string; revision: string }>('select external_id, revision from object order by 1');
  expect(rows).toEqual(['four', 'one', 'three', 'two'].map((external_id) => ({ external_id, revision: '1' })));
  expect(letters.records).toHaveLength(1);
});
