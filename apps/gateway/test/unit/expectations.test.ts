import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest;
let writing: string;

beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1');
  writing = `Authorization: Bearer ${await gateway.token(['ws1'], ['objects:write'])}`;
});
afterAll(() => gateway.close());

const head = (...headers: string[]): string =>
  ['POST /groups/ws1/externalObjects HTTP/1.1', 'Host: x', 'Content-Length: 4', ...headers, '', ''].join('\r\n');

/** Sends the headers, and the body only after 100 Continue; returns everything received. */
function carefully(bytes: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let sent = false;
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (sent || !text.includes(' 100 Continue\r\n\r\n')) return;
      sent = true;
      socket.write(body);
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

describe('Expect: 100-continue', () => {
  it('gets 100 Continue, and then the answer', async () => {
    const text = await carefully(head(writing, 'Expect: 100-continue', 'Connection: close'), 'body');
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [^]*\{"bytes":4\}$/);
  });

  it.each([
    ['401 for a stranger', 'Authorization: Bearer wrong'],
    ['401 without a token', 'X-Nothing: 1'],
  ])('is %s, without 100 Continue', async (_case, authorization) => {
    const text = await carefully(head(authorization, 'Expect: 100-continue'), 'body');
    expect(text).toMatch(/^HTTP\/1\.1 401 [^]*urn:waymark:problem:unauthenticated/);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('is 406 before the body is sent when the client does not accept the answer', async () => {
    expect(await carefully(head(writing, 'Accept: text/html', 'Expect: 100-continue'), 'body')).toMatch(/^HTTP\/1\.1 406 /);
  });
});

describe('any other expectation', () => {
  it('is a problem 417 with a request id, and the connection is closed', async () => {
    const text = await gateway.raw(
      head(writing, 'Expect: 200-ok', 'X-Request-Id: r-417'),
      'body',
      'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    expect(text).toMatch(
      /^HTTP\/1\.1 417 [^]*application\/problem\+json[^]*"type":"urn:waymark:problem:expectation-failed"[^]*"requestId":"r-417"[^]*\}$/,
    );
    expect(text).toMatch(/\r\nx-request-id: r-417\r\n/i);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('is ignored with HTTP/1.0', async () => {
    expect(await gateway.raw('GET /health/live HTTP/1.0\r\nExpect: 200-ok\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
