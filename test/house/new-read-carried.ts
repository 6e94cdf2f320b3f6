// Runs as a test file in a scratch copy that has the read `countObjects` (new-read.test.ts).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { presentAnswers } from '../../apps/gateway/contract/present-answers.js';
import { publishAnswers } from '../../apps/gateway/contract/publish-answers.js';
import { startGateway } from '../../apps/gateway/test/unit/gateway-in-test.js';
import { ObjectsModule } from '../../apps/projection-service/src/objects/objects.module.js';

describe('the read countObjects', () => {
  it('is a route of the projection', async () => {
    const controllers = Reflect.getMetadata('controllers', ObjectsModule) as (new (pool: object) => { count?: unknown })[];
    const added = controllers.find((each) => Reflect.getMetadata('path', each) === 'groups/:group/objectCount')!;
    const requests: unknown[] = [];
    const pool = { query: async (...query: unknown[]) => ({ rows: (requests.push(query), [{ objects: 2 }]) }) };
    const { count } = added.prototype as { count: (workspace: string) => Promise<object> };
    expect(await count.call(new added(pool), 'ws1')).toEqual({ objects: 2 });
    expect(requests).toEqual([[expect.stringContaining('from object_state where'), expect.arrayContaining(['ws1'])]]);
  });

  it('is forwarded to the projection once the token allows it', async () => {
    const seen: string[] = [];
    const projection = createServer(({ url }, response) => {
      seen.push(url!);
      response.setHeader('content-type', 'application/json').end('{"objects":2}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => projection.once('listening', resolve));
    const gateway = await startGateway(`http://127.0.0.1:${(projection.address() as AddressInfo).port}`);
    try {
      const call = async (scope: 'objects:read' | 'areas:write') =>
        await gateway.call('GET', '/groups/ws1/objectCount', { authorization: `Bearer ${await gateway.token(['ws1'], [scope])}` });
      expect(await call('objects:read')).toMatchObject({ status: 200, json: { objects: 2 } });
      expect(await call('areas:write')).toMatchObject({ status: 403 });
      expect(seen).toEqual(['/groups/ws1/objectCount']);
    } finally {
      await gateway.close();
      projection.close();
    }
  });

  it('is described, and its answer is published', async () => {
    const published = fileURLToPath(new URL('../../apps/gateway/contract/published/', import.meta.url));
    expect(presentAnswers().get('countObjects.200')).toMatchObject({ properties: { objects: { type: 'integer' } }, required: ['objects'] });
    expect(await publishAnswers(published, presentAnswers())).toMatchObject({ added: ['countObjects.200'] });
  });
});
