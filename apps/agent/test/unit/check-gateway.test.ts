import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkGateway } from '../../src/gateway/check-gateway.js';

let server: Server;
let url: string;
let answer: (response: ServerResponse) => void;
let received: { path?: string; authorization?: string };

beforeEach(async () => {
  received = {};
  server = createServer((request, response) => {
    received = { path: request.url, authorization: request.headers.authorization };
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const problem = (status: number, type: string, headers: Record<string, string> = {}): void => {
  answer = (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ type: `urn:waymark:problem:${type}`, detail: `Detail of ${type}.` }));
};
const token = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const check = async (text = token({ scope: 'objects:write' })): Promise<string[]> =>
  (await checkGateway({ url, workspace: 'harbour', token: () => text, maxElements: 1000 })).map(
    (finding) => `${finding.level}: ${finding.text}`,
  );

describe('a gateway', () => {
  it('that accepts updates receives only a request for a nonexistent operation, with the token', async () => {
    problem(404, 'unknown-operation');
    expect(await check()).toEqual([`fine: ${url} takes updates for the workspace harbour with this token.`]);
    expect(received).toEqual({ path: '/groups/harbour/operations/none', authorization: `Bearer ${token({ scope: 'objects:write' })}` });
  });

  it.each<[number, string, RegExp]>([
    [401, 'unauthorized', /^fault: .* refuses the token\. The gateway says: Detail of unauthorized\. Make a new one/],
    [403, 'forbidden', /^fault: The token may not write to the workspace harbour/],
    [404, 'unknown-workspace', /^fault: There is no workspace harbour/],
    [429, 'too-many-requests', /^warning: .* limits this token/],
    [503, 'unavailable', /^warning: .* cannot answer at the moment \(503\)/],
    [400, 'invalid', /^fault: .* answers with 400/],
  ])('that answers with %i %s', async (status, type, finding) => {
    problem(status, type);
    expect((await check())[0]).toMatch(finding);
  });

  it('that is no gateway is reported as such', async () => {
    answer = (response) => response.end('<html>');
    expect((await check())[0]).toMatch(/^fault: .* nothing that a gateway says/);
  });

  it('with a wrong clock is reported', async () => {
    problem(404, 'unknown-operation', { date: new Date(Date.now() + 60_000).toUTCString() });
    expect((await check())[1]).toMatch(/^warning: The clock of this machine is (59 s|1 min) behind the gateway's/);
    problem(404, 'unknown-operation', { date: new Date(Date.now() - 3_600_000).toUTCString() });
    expect((await check())[1]).toMatch(/^fault: The clock of this machine is .* ahead of/);
  });

  it('that is missing is reported without the token', async () => {
    server.close();
    server.closeAllConnections();
    const [finding] = await check('secret-token');
    expect(finding).toMatch(/^fault: Nothing answers at .* \(ECONNREFUSED\)/);
    expect(finding).not.toContain('secret-token');
  });
});

describe('a token', () => {
  beforeEach(() => problem(404, 'unknown-operation'));

  it('that expires soon, or allows more than necessary, causes a warning', async () => {
    expect((await check(token({ scope: 'objects:write objects:read', exp: Date.now() / 1000 + 86_400 }))).slice(1)).toEqual([
      expect.stringMatching(/^warning: The token ends in (23 h|1 d)/),
      expect.stringMatching(/^warning: The token also allows objects:read/),
    ]);
    expect((await check(token({ scope: 'objects:write', exp: Date.now() / 1000 + 90 * 86_400 })))[1]).toMatch(/^fine: The token ends in/);
  });

  it('that is unreadable is a fault', async () => {
    const findings = await checkGateway({
      url,
      workspace: 'harbour',
      token: () => {
        throw new Error('refers to the file /t, which cannot be read: ENOENT');
      },
      maxElements: 1,
    });
    expect(findings).toEqual([{ level: 'fault', text: 'The token refers to the file /t, which cannot be read: ENOENT.' }]);
  });
});
