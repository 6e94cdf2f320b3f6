import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

let space: TestSpace;
let stack: RunningStack;
beforeAll(async () => {
  space = await createTestSpace('access-log');
  stack = await startStack(space);
});
afterAll(async () => {
  await stack?.close();
  await space?.close();
});

async function lines(): Promise<(AccessLine & { workspace: string })[]> {
  const found: (AccessLine & { workspace: string })[] = [];
  for (let partition = 0; partition < space.partitions; partition++) {
    const onRecord = ({ key, value }: { key: Buffer | null; value: Buffer | null }): void => {
      const record = JSON.parse(String(value)) as AccessRecord;
      expect(String(key)).toBe(record.workspace);
      found.push(...record.lines.map((line) => ({ ...line, workspace: record.workspace })));
    };
    await readPartition({ kafka: space.kafka, topic: `${space.prefix}access.events`, partition, logger: space.logger, onRecord });
  }
  return found;
}

it('lists the authorised reads and changes with their callers, without any content', async () => {
  const token = await space.token({ workspaces: ['alpha'], scopes: ['objects:read', 'objects:write'] });
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
      '/groups/alpha/externalObjects',
      token,
      JSON.stringify([
        { externalId: 'crane 1', locationUpdate: { newPosition: { lat: 1, lon: 2 } }, initialExternalObject: { title: secret } },
      ]),
    ),
    await call('GET', '/groups/alpha/externalObjects/crane%201'),
    await call('GET', '/groups/alpha/changes'),
  ];
  expect(calls.map(({ status }) => status)).toEqual([200, expect.any(Number), 403]);
  const stranger = await space.token({ workspaces: ['beta'] });
  const outside = [
    await call('GET', '/groups/alpha/externalObjects', stranger),
    await call('GET', '/groups/alpha/externalObjects', 'a.b.c'),
  ];
  expect(outside.map(({ status }) => status)).toEqual([403, 401]);

  await expect.poll(async () => (await lines()).length).toBe(3);
  const known = await lines();
  expect(known.map(({ workspace, operation, status, externalId }) => [workspace, operation, status, externalId])).toEqual([
    ['alpha', 'updateObjects', 200, undefined],
    ['alpha', 'readObject', calls[1]!.status, 'crane 1'],
    ['alpha', 'pollChanges', 403, undefined],
  ]);
  expect(known.map(({ requestId }) => requestId)).toEqual(calls.map(({ requestId }) => requestId));
  for (const line of known)
    expect(line).toMatchObject({ subject: expect.stringMatching(/^test-/), tokenId: expect.any(String), address: '127.0.0.1' });
  expect(JSON.stringify(known)).not.toMatch(/Nobody may|eyJ/);
});

it('includes the last lines of a gateway that stops', async () => {
  const token = await space.token({ workspaces: ['south'], scopes: ['objects:read'] });
  await fetch(`${stack.url}/groups/south/externalObjects`, { headers: { authorization: `Bearer ${token}` } }).then((answer) =>
    answer.text(),
  );
  await stack.gateways[0]!.stop();
  expect((await lines()).filter(({ workspace }) => workspace === 'south')).toHaveLength(1);
});
