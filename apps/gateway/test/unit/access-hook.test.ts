import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { AccessLog } from '../../src/access/access-log.js';
import { type GatewayInTest, serveProjection, startGateway } from './gateway-in-test.js';

const CHANGES = '/groups/ws1/changes?wait=20';
const OBJECTS = '/groups/ws1/externalObjects';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A gateway with a given listener in place of its inner services, and the lines of its access log. */
async function start(listener: Parameters<typeof serveProjection>[0]) {
  const inner = await serveProjection(listener);
  open.push(inner);
  const gateway = await startGateway(inner.url, { DIRECTORY_URL: inner.url });
  open.push(gateway);
  const broker = { away: false };
  const written: AccessLine[] = [];
  const log = gateway.app.get(AccessLog, { strict: false });
  log.start({
    send: async (records: OutgoingRecord[]) => {
      if (broker.away) throw new Error('away');
      written.push(...records.flatMap(({ value }) => (JSON.parse(String(value)) as AccessRecord).lines));
    },
  });
  const lines = async (): Promise<[string, number][]> => {
    await log.flush();
    return written.map(({ operation, status }) => [operation, status]);
  };
  return { gateway, broker, written, lines };
}

/** Disconnects as soon as anything has arrived, or after a while. */
async function callAndLeave(gateway: GatewayInTest, path: string): Promise<void> {
  const authorization = `Bearer ${await gateway.token()}`;
  await new Promise<void>((resolve) => {
    const sent = httpRequest({ port: gateway.port, path, headers: { authorization }, agent: false }, (answer) =>
      answer.once('data', () => sent.destroy()),
    );
    sent.on('error', () => undefined).on('close', resolve);
    sent.end();
    setTimeout(() => sent.destroy(), 300);
  });
}

describe('the line of a call', () => {
  it('is there once for each that was answered, HEAD and refusals included', async () => {
    const { gateway, lines } = await start((_request, answer) =>
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"objects":[]}'),
    );
    const authorization = `Bearer ${await gateway.token()}`;
    await gateway.call('GET', OBJECTS, { authorization });
    await gateway.call('HEAD', OBJECTS, { authorization });
    await gateway.call('GET', '/groups/ws1/fields/review', { authorization });
    await gateway.call('GET', OBJECTS, { authorization, accept: 'text/html' });
    await vi.waitFor(async () =>
      expect(await lines()).toEqual([
        ['listObjects', 200],
        ['listObjects', 200],
        ['reviewFields', 403],
        ['listObjects', 406],
      ]),
    );
  });

  it('is written for a client that reads a part of the answer and disconnects', async () => {
    const { gateway, lines } = await start((_request, answer) =>
      answer.writeHead(200, { 'content-type': 'application/json' }).write('{"objects":['),
    );
    await callAndLeave(gateway, OBJECTS);
    await vi.waitFor(async () => expect(await lines()).toEqual([['listObjects', 200]]));
  });

  it('is written for an abandoned long poll, as one without an answer', async () => {
    const { gateway, lines } = await start(() => undefined);
    await callAndLeave(gateway, CHANGES);
    await vi.waitFor(async () => expect(await lines()).toEqual([['pollChanges', 499]]));
  });

  it('has no id longer than the maximum', async () => {
    const { gateway, written, lines } = await start((_request, answer) => answer.end());
    await gateway.call('GET', `${OBJECTS}/${'x'.repeat(3000)}`, { authorization: `Bearer ${await gateway.token()}` });
    await vi.waitFor(async () => expect(await lines()).toEqual([['readObject', 422]]));
    expect(written[0]!.externalId).toBeUndefined();
  });
});

describe('a read of an operator', () => {
  const people = { 'content-type': 'application/json' };

  it('is written down before it is answered, once', async () => {
    const { gateway, written, lines } = await start((_request, answer) => answer.writeHead(200, people).end('{"people":[]}'));
    const answer = await gateway.call('GET', '/operator/people', { authorization: `Bearer ${await gateway.token([], ['operator'])}` });
    expect([answer.status, written.map(({ operation }) => operation)]).toEqual([200, ['listPeople']]);
    expect(await lines()).toEqual([['listPeople', 200]]);
  });

  it('is refused while that cannot be done; the doctor answers', async () => {
    const { gateway, broker, lines } = await start((_request, answer) => answer.writeHead(200, people).end('{"people":["ann"]}'));
    broker.away = true;
    const authorization = `Bearer ${await gateway.token([], ['operator'])}`;
    const refused = await gateway.call('GET', '/operator/people', { authorization });
    expect(refused).toMatchObject({ status: 503, json: { type: 'urn:waymark:problem:unavailable' }, headers: { 'retry-after': '2' } });
    expect(refused.text).not.toContain('"ann"');
    expect((await gateway.call('HEAD', '/operator/people', { authorization })).status).toBe(503);
    expect((await gateway.call('GET', '/operator/diagnosis', { authorization })).status).toBe(200);
    broker.away = false;
    await vi.waitFor(async () =>
      expect(await lines()).toEqual([
        ['listPeople', 503],
        ['listPeople', 503],
        ['diagnose', 200],
      ]),
    );
  });
});
