import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import { freePorts } from '#stack/processes/free-port.js';
import { startService } from '#testing/running-service.js';
import type { RunningStack } from '#testing/running-stack.js';
import { giveBack, sharedStack } from '#testing/shared-stack.js';
import type { TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let stack: RunningStack;
beforeAll(async () => {
  ({ space, stack } = await sharedStack('access-log'));
});
afterAll(giveBack);

/** Of the workspaces of this file. */
async function lines(): Promise<(AccessLine & { workspace: string })[]> {
  const found: (AccessLine & { workspace: string })[] = [];
  for (let partition = 0; partition < space.partitions; partition++) {
    const onRecord = ({ key, value }: { key: Buffer | null; value: Buffer | null }): void => {
      const record = JSON.parse(String(value)) as AccessRecord;
      expect(String(key)).toBe(record.workspace);
      if (record.workspace.startsWith('access')) found.push(...record.lines.map((line) => ({ ...line, workspace: record.workspace })));
    };
    await readPartition({ kafka: space.kafka, topic: `${space.prefix}access.events`, partition, logger: space.logger, onRecord });
  }
  return found;
}

it('lists the authorised reads and changes with their callers, without any content', async () => {
  const token = await space.token({ workspaces: ['accessA'], scopes: ['objects:read', 'objects:write'] });
  const call = (method: string, path: string, by = token, body?: string) =>
    fetch(stack.url + path, { method, body, headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' } }).then(
      async (answer) => {
        await answer.text();
        return { status: answer.status, requestId: answer.headers.get('x-request-id')! };
      },
    );
  const secret = 'Nobody may read this';
  const calls = [
    await call(
      'POST',
      '/groups/accessA/externalObjects',
      token,
      JSON.stringify([
        { externalId: 'crane 1', locationUpdate: { newPosition: { lat: 1, lon: 2 } }, initialExternalObject: { title: secret } },
      ]),
    ),
    await call('GET', '/groups/accessA/externalObjects/crane%201'),
    await call('GET', '/groups/accessA/changes'),
  ];
  expect(calls.map(({ status }) => status)).toEqual([200, expect.any(Number), 403]);
  const stranger = await space.token({ workspaces: ['accessB'] });
  const outside = [
    await call('GET', '/groups/accessA/externalObjects', stranger),
    await call('GET', '/groups/accessA/externalObjects', 'a.b.c'),
  ];
  expect(outside.map(({ status }) => status)).toEqual([403, 401]);

  await expect.poll(async () => (await lines()).length).toBe(3);
  const known = await lines();
  expect(known.map(({ workspace, operation, status, externalId }) => [workspace, operation, status, externalId])).toEqual([
    ['accessA', 'updateObjects', 200, undefined],
    ['accessA', 'readObject', calls[1]!.status, 'crane 1'],
    ['accessA', 'pollChanges', 403, undefined],
  ]);
  expect(known.map(({ requestId }) => requestId)).toEqual(calls.map(({ requestId }) => requestId));
  for (const line of known)
    expect(line).toMatchObject({ subject: expect.stringMatching(/^test-/), tokenId: expect.any(String), address: '127.0.0.1' });
  expect(JSON.stringify(known)).not.toMatch(/Nobody may|eyJ/);
});

it('includes the last lines of a gateway that stops', async () => {
  const token = await space.token({ workspaces: ['accessC'], scopes: ['objects:read'] });
  const gateway = await startService(
    'gateway',
    space.environment('gateway', { PORT: String((await freePorts(1))[0]), INSTANCE_ID: 'ending' }),
  );
  await fetch(`${gateway.url}/groups/accessC/externalObjects`, { headers: { authorization: `Bearer ${token}` } }).then((answer) =>
    answer.text(),
  );
  await gateway.stop();
  expect((await lines()).filter(({ workspace }) => workspace === 'accessC')).toHaveLength(1);
});
