import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { changeOf } from '#directory/directory-follower.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import { startService } from '#testing/running-service.js';
import { type Answer, call, type DirectoryInTest, startDirectory } from './directory-client.js';

let kit: DirectoryInTest;
let ask: DirectoryInTest['ask'];
beforeAll(async () => {
  kit = await startDirectory('directory');
  ({ ask } = kit);
});
afterAll(() => kit?.close());

/** The copy of a service that starts now. */
async function freshCopy(): Promise<DirectoryCopy> {
  const copy = new DirectoryCopy();
  await readPartition({
    kafka: kit.space.kafka,
    topic: `${kit.space.prefix}directory.state`,
    partition: 0,
    logger: kit.space.logger,
    onRecord: (record) => copy.apply(changeOf(record)),
  });
  return copy;
}

async function inDatabase(work: (client: pg.Client, schema: string) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: kit.space.databaseUrl });
  await client.connect();
  try {
    await work(client, client.escapeIdentifier(kit.space.schemas.directory));
  } finally {
    await client.end();
  }
}

const problem = ({ status, body }: Answer) => [status, (body as { type: string }).type.replace('urn:waymark:problem:', '')];

describe('an installation', () => {
  it('begins with one key and two plans, on the topic', async () => {
    // Published in the background of the startup.
    await expect.poll(async () => (await freshCopy()).sizes).toMatchObject({ 'signing-key': 1, plan: 2, workspace: 0 });
    expect((await ask('GET', '/operator/plans')).body.plans.map(({ name }: { name: string }) => name)).toEqual(['free', 'unlimited']);
  });

  it('widens no list for a repeated filter', async () => {
    for (const path of ['/operator/tokens', '/operator/audit', '/operator/people'])
      for (const query of ['workspace=a&workspace=b', 'workspace=', 'workspace=a-b'])
        expect([path, query, problem(await ask('GET', `${path}?${query}`))]).toEqual([path, query, [400, 'invalid-parameter']]);
  });

  it('admits only the other services', async () => {
    const bare = (path: string) => fetch(kit.directory.url + path).then(({ status }) => status);
    for (const path of ['/operator/workspaces', '/operator/keys', '/groups/ws1/tokens'])
      expect([path, await bare(path)]).toEqual([path, 401]);
    expect(await bare('/health/ready')).toBe(200);
  });
});

describe('a workspace', () => {
  it('is made, published, found and listed', async () => {
    const made = await ask('POST', '/operator/workspaces', { id: 'harbour', name: 'The Harbour' });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ id: 'harbour', name: 'The Harbour', formerNames: [], status: 'active', plan: 'unlimited' }),
    ]);
    expect((await freshCopy()).workspace('harbour')).toEqual(made.body);
    expect((await ask('GET', '/operator/workspaces/harbour')).body).toEqual(made.body);
    expect((await ask('GET', '/operator/workspaces')).body.workspaces).toContainEqual(made.body);
  });

  it('is renamed; the old name still resolves, and no other workspace gets it', async () => {
    await ask('PATCH', '/operator/workspaces/harbour', { name: 'Port' });
    const renamed = await ask('PATCH', '/operator/workspaces/harbour', { name: 'Old Port' });
    expect(renamed.body).toMatchObject({ name: 'Old Port', formerNames: ['The Harbour', 'Port'] });
    const copy = await freshCopy();
    for (const name of ['Old Port', 'The Harbour', 'Port']) expect(copy.workspaceNamed(name)?.id).toBe('harbour');
    expect(problem(await ask('POST', '/operator/workspaces', { id: 'depot', name: 'Port' }))).toEqual([409, 'conflict']);
    expect((await ask('GET', '/operator/workspaces/depot')).status).toBe(404);
    // It may have its own former name again.
    expect((await ask('PATCH', '/operator/workspaces/harbour', { name: 'Port' })).body).toMatchObject({
      name: 'Port',
      formerNames: ['The Harbour', 'Old Port'],
    });
  });

  it('gets no name that looks like a present or former one of another; it may spell its own differently', async () => {
    await ask('POST', '/operator/workspaces', { id: 'sued', name: 'Hafen Süd' });
    for (const name of ['hafen süd', 'Hafen Su\u0308d', ' Hafen  Süd', 'Hafen\u200b Süd', 'Ｈafen Süd', 'HAFEN SÜD'])
      expect([name, problem(await ask('POST', '/operator/workspaces', { id: 'alike', name }))]).toEqual([name, [409, 'conflict']]);
    expect((await ask('PATCH', '/operator/workspaces/sued', { name: 'HAFEN SÜD' })).body).toMatchObject({
      name: 'HAFEN SÜD',
      formerNames: ['Hafen Süd'],
    });
    expect(problem(await ask('POST', '/operator/workspaces', { id: 'unseen', name: '\u200b\u2060' }))).toEqual([422, 'invalid']);
    const both = await Promise.all(
      ['one', 'two'].map((id) => ask('POST', '/operator/workspaces', { id: `twin${id}`, name: id === 'one' ? 'Twin' : 'TWIN' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is suspended and resumed', async () => {
    expect((await ask('POST', '/operator/workspaces/harbour/suspend')).body.status).toBe('suspended');
    expect((await freshCopy()).workspace('harbour')?.status).toBe('suspended');
    expect((await ask('POST', '/operator/workspaces/harbour/resume')).body.status).toBe('active');
  });

  it('is deleted, can be brought back, and is gone after the time of grace; its id is never given again', async () => {
    await ask('POST', '/operator/workspaces', { id: 'brief', name: 'Brief' });
    expect((await ask('DELETE', '/operator/workspaces/brief')).body).toMatchObject({ status: 'deleting', deleteAfter: expect.any(String) });
    expect(problem(await ask('POST', '/operator/workspaces/brief/resume'))).toEqual([409, 'conflict']);
    expect((await ask('POST', '/operator/workspaces/brief/restore')).body).not.toHaveProperty('deleteAfter');
    await ask('DELETE', '/operator/workspaces/brief');
    await inDatabase((client, schema) =>
      client.query(`update ${schema}.workspace set delete_after = now() - interval '1 minute' where id = 'brief'`),
    );
    // Upkeep runs once a minute and at startup.
    await kit.directory.restart();
    await expect.poll(async () => (await ask('GET', '/operator/workspaces/brief')).status).toBe(404);
    // No call waits for what upkeep publishes, so the record appears a moment after the row is deleted.
    const lastRecord = async () => (await freshCopy()).deletedWorkspaces.get('brief');
    // Its record stays with only the id, so that services with its data know that they have to delete the data.
    await expect
      .poll(lastRecord)
      .toMatchObject({ id: 'brief', name: 'brief', formerNames: [], status: 'deleted', deleteAfter: expect.any(String) });
    const copy = await freshCopy();
    expect([copy.workspace('brief'), copy.workspaceNamed('Brief'), copy.workspaceNamed('brief')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(problem(await ask('POST', '/operator/workspaces', { id: 'brief' }))).toEqual([409, 'conflict']);
    expect((await ask('POST', '/operator/workspaces', { id: 'heir', name: 'Brief' })).status).toBe(201);
  });

  it('that was suspended comes back suspended, even after two deletions', async () => {
    await ask('POST', '/operator/workspaces', { id: 'unpaid' });
    await ask('POST', '/operator/workspaces/unpaid/suspend');
    await ask('DELETE', '/operator/workspaces/unpaid');
    await ask('DELETE', '/operator/workspaces/unpaid');
    expect((await ask('POST', '/operator/workspaces/unpaid/restore')).body.status).toBe('suspended');
    expect((await freshCopy()).workspace('unpaid')?.status).toBe('suspended');
    await ask('POST', '/operator/workspaces/unpaid/resume');
    await ask('DELETE', '/operator/workspaces/unpaid');
    expect((await ask('POST', '/operator/workspaces/unpaid/restore')).body.status).toBe('active');
  });

  it('comes back suspended even if its deletion began before the former status was stored', async () => {
    for (const id of ['oldheld', 'oldfree']) await ask('POST', '/operator/workspaces', { id });
    for (const path of ['oldheld/suspend', 'oldfree/suspend', 'oldfree/resume']) await ask('POST', `/operator/workspaces/${path}`);
    for (const id of ['oldheld', 'oldfree']) await ask('DELETE', `/operator/workspaces/${id}`);
    await inDatabase(async (client, schema) => {
      await client.query(`alter table ${schema}.workspace drop column status_before`);
      const { rowCount } = await client.query(`delete from ${schema}.migration where name like 'AddStatusBeforeDeletion%'`);
      expect(rowCount).toBe(1);
    });
    await kit.directory.restart();
    expect((await ask('POST', '/operator/workspaces/oldheld/restore')).body.status).toBe('suspended');
    expect((await ask('POST', '/operator/workspaces/oldfree/restore')).body.status).toBe('active');
  });

  it.each([
    ['without an id', {}, '/id'],
    ['with an id that is not alphanumeric', { id: 'a-b' }, '/id'],
    ['with a blank name', { id: 'ok', name: ' ' }, '/name'],
    ['with a plan that is not there', { id: 'ok', plan: 'gold' }, '/plan'],
    ['with a property that is not known', { id: 'ok', owner: 'me' }, '/owner'],
    ['with a body that is no object', [1], ''],
  ])('is refused %s, saying where', async (_what, body, pointer) => {
    const answer = await ask('POST', '/operator/workspaces', body);
    expect(problem(answer)).toEqual([422, 'invalid']);
    expect(answer.body.errors[0].pointer).toBe(pointer);
    expect((await ask('GET', '/operator/workspaces/ok')).status).toBe(404);
  });
});

describe('a plan', () => {
  it('that is given to a workspace and removed at once is one or the other', async () => {
    await ask('POST', '/operator/workspaces', { id: 'torn' });
    for (let round = 0; round < 25; round += 1) {
      await ask('PUT', '/operator/plans/brief', {});
      const answers = await Promise.all([
        ask('PATCH', '/operator/workspaces/torn', { plan: 'brief' }),
        ask('DELETE', '/operator/plans/brief'),
        ask('POST', '/operator/workspaces', { id: `torn${round}`, plan: 'brief' }),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body as unknown)).toEqual([]);
      for (const id of ['torn', `torn${round}`]) await ask('PATCH', `/operator/workspaces/${id}`, { plan: 'unlimited' });
    }
  });

  it('is made, changed and removed, unless a workspace has it', async () => {
    await ask('PUT', '/operator/plans/silver', { callsPerMonth: 1000 });
    expect((await freshCopy()).limitsOf('harbour').callsPerMonth).toBeNull();
    await ask('PATCH', '/operator/workspaces/harbour', { plan: 'silver' });
    expect((await freshCopy()).limitsOf('harbour')).toMatchObject({ callsPerMonth: 1000, callsPerSecond: null, burstSeconds: 10 });
    expect(problem(await ask('DELETE', '/operator/plans/silver'))).toEqual([409, 'conflict']);
    await ask('PATCH', '/operator/workspaces/harbour', { plan: 'unlimited' });
    expect((await ask('DELETE', '/operator/plans/silver')).status).toBe(204);
    expect((await ask('PUT', '/operator/plans/gold', { callsPerMonth: 0 })).body.errors[0].pointer).toBe('/callsPerMonth');
  });
});

describe('the audit', () => {
  it('names actors and actions, newest first, and no secret', async () => {
    const { body } = await ask('GET', '/operator/audit?workspace=harbour');
    const actions = body.audit.map(({ action }: { action: string }) => action);
    expect(actions.slice(-2)).toEqual(['workspace.update', 'workspace.create']);
    expect(body.audit[0]).toMatchObject({ subject: 'installation', workspace: 'harbour', requestId: expect.any(String) });
    await ask('POST', '/operator/tokens', { name: 'erp', workspaces: ['harbour'], scopes: ['objects:write'] });
    expect(JSON.stringify((await ask('GET', '/operator/audit')).body)).not.toMatch(/eyJ/);
  });

  it('is written with the change or the change is not made', async () => {
    await inDatabase(async (client, schema) => {
      await client.query(`alter table ${schema}.audit add constraint full_up check (false) not valid`);
      try {
        expect((await ask('POST', '/operator/workspaces', { id: 'unseen' })).status).toBe(500);
      } finally {
        await client.query(`alter table ${schema}.audit drop constraint full_up`);
      }
    });
    expect((await ask('GET', '/operator/workspaces/unseen')).status).toBe(404);
    expect((await freshCopy()).workspace('unseen')).toBeUndefined();
  });
});

describe('the topic', () => {
  it('is filled again after it was lost', async () => {
    const before = (await freshCopy()).sizes;
    const admin = kit.space.kafka.admin();
    await admin.connect();
    try {
      await kit.directory.stop();
      await admin.deleteTopics({ topics: [`${kit.space.prefix}directory.state`] });
      await expect.poll(async () => (await admin.listTopics()).includes(`${kit.space.prefix}directory.state`)).toBe(false);
      await kit.space.createTopics();
    } finally {
      await admin.disconnect();
    }
    expect((await freshCopy()).sizes.workspace).toBe(0);
    await kit.directory.restart();
    await expect.poll(async () => (await freshCopy()).sizes).toEqual(before);
  });

  it('has every change in the order of its revisions, also from two copies of the service at once', async () => {
    const second = await startService(
      'directory-service',
      kit.space.environment('directory-service', { PORT: String(kit.space.installation.ports.gateway), INSTANCE_ID: 'second' }),
    );
    try {
      const secret = { 'x-waymark-internal': kit.space.installation.secrets.internalToken };
      const revisions = await Promise.all(
        Array.from({ length: 40 }, async (_none, n) => {
          const answer = await call(`${n % 2 ? second.url : kit.directory.url}/operator/workspaces`, 'POST', secret, { id: `many${n}` });
          expect(answer.status).toBe(201);
          // It is published before the call is answered.
          return Number(answer.headers.get('x-waymark-published'));
        }),
      );
      expect(new Set(revisions).size).toBe(40);
      const seen: number[] = [];
      await readPartition({
        kafka: kit.space.kafka,
        topic: `${kit.space.prefix}directory.state`,
        partition: 0,
        logger: kit.space.logger,
        onRecord: (record) => void seen.push(changeOf(record).revision),
      });
      const ours = seen.filter((revision) => revisions.includes(revision));
      expect(ours).toEqual([...revisions].sort((a, b) => a - b));
    } finally {
      await second.stop();
    }
  });
});
