import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest;
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1');
  const createdAt = '2026-01-01T00:00:00.000Z';
  gateway.directory.apply({
    key: 'workspace:ws1',
    revision: 10,
    body: { id: 'ws1', name: 'Hafen Süd', formerNames: ['Port & Co'], status: 'active', plan: 'unlimited', createdAt },
  });
  gateway.directory.apply({
    key: 'workspace:ws2',
    revision: 11,
    body: { id: 'ws2', name: 'Held', formerNames: [], status: 'suspended', plan: 'unlimited', createdAt },
  });
  gateway.directory.apply({
    key: 'workspace:ws9',
    revision: 12,
    body: { id: 'ws9', name: 'Ending', formerNames: [], status: 'deleting', plan: 'unlimited', createdAt },
  });
});
afterAll(() => gateway?.close());

const find = async (name: string, token?: string) =>
  gateway.call('GET', `/workspaces?name=${encodeURIComponent(name)}`, {
    authorization: `Bearer ${token ?? (await gateway.token(['ws1', 'ws2', 'ws9']))}`,
  });

describe('GET /workspaces?name=', () => {
  it.each([
    ['Hafen Süd', 'ws1', 'Hafen Süd'],
    ['Port & Co', 'ws1', 'Hafen Süd'],
    ['Held', 'ws2', 'Held'],
  ])('finds %s, even if it was renamed or is suspended', async (requested, id, name) => {
    expect(await find(requested)).toMatchObject({ status: 200, json: { id, name }, headers: { 'cache-control': 'no-store' } });
  });

  it('returns it to any token with access to the workspace, even a narrowed one, and to no other', async () => {
    expect((await find('Port & Co', await gateway.token(['ws1'], ['objects:read'], { types: ['crane'] }))).json).toEqual({
      id: 'ws1',
      name: 'Hafen Süd',
    });
    const strange = await gateway.token(['alpha'], ['objects:read', 'operator']);
    const answers = [
      await find('Hafen Süd', strange),
      await find('Port & Co', strange),
      await find('never', strange),
      await find('never'),
      await find('Ending'),
      await find('hafen süd'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size).toBe(1);
  });

  it.each([
    ['', 'name'],
    ['?name=', 'name'],
    ['?name=a&name=b', 'name'],
    ['?name[x]=a', 'name[x]'],
    [`?name=${'a'.repeat(257)}`, 'name'],
  ])('refuses %s, saying how', async (query, pointer) => {
    const answer = await gateway.call('GET', `/workspaces${query}`, { authorization: `Bearer ${await gateway.token()}` });
    expect(answer).toMatchObject({ status: 400, json: { type: 'urn:waymark:problem:invalid-parameter', errors: [{ pointer }] } });
  });

  it('is not for callers without a token', async () => {
    expect((await gateway.call('GET', '/workspaces?name=Held')).status).toBe(401);
  });
});
