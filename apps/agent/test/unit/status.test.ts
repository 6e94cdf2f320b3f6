import { request } from 'node:http';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatusReport } from '../../src/status/status-report.js';
import { StatusServer } from '../../src/status/status-server.js';
import { sampleReport } from './sample-report.js';

let server: StatusServer;
let report: StatusReport;
let reasons: string[];

beforeEach(async () => {
  report = sampleReport();
  reasons = [];
  server = await StatusServer.listen(
    { host: '127.0.0.1', port: 0 },
    { report: () => report, notReady: () => reasons, registry: new Registry() },
  );
});
afterEach(() => server.close());

const get = (path: string): Promise<Response> => fetch(server.url + path);

describe('the status page', () => {
  it('shows sources, queue, quarantined messages with reasons, and refusals', async () => {
    const page = await (await get('/')).text();
    for (const text of [
      'hall-3',
      'connected',
      '1,250',
      'impossible-time',
      'belongs-to-another-workspace',
      'the oldest for',
      '12.5',
      'Version 0.2.0 is out',
      '512 MiB',
      'of 2.0 GiB',
    ])
      expect(page).toContain(text);
  });

  it('has no script, refreshes itself, and loads nothing from elsewhere', async () => {
    const answer = await get('/');
    const page = await answer.text();
    expect(page).not.toMatch(/<script|onload=|style="/i);
    expect(page).toContain('<meta http-equiv="refresh" content="5">');
    expect(await (await get('/?still')).text()).not.toContain('refresh');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect((await get('/status.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  it('shows data from devices as text, whatever it contains', async () => {
    const nasty = '<img src=x onerror=alert(1)>&"\'';
    report = {
      ...report,
      sources: [
        {
          ...report.sources[0]!,
          detail: nasty,
          quarantined: [{ reason: 'unreadable', count: 1, sample: { at: report.now, detail: nasty, document: nasty } }],
        },
      ],
      configuration: { ...report.configuration, fault: nasty },
    };
    const page = await (await get('/')).text();
    expect(page).not.toContain('<img');
    expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;&#38;&#34;&#39;');
  });

  it('shows when something needs attention', async () => {
    expect(await (await get('/')).text()).toContain('Everything is forwarded.');
    report = { ...report, well: false, queue: { ...report.queue, fault: 'The disk takes nothing.', dropped: 3 } };
    const page = await (await get('/')).text();
    for (const text of ['Something needs a look.', 'The disk takes nothing.', 'the queue was full']) expect(page).toContain(text);
  });
});

describe('the status server', () => {
  it('gives the same as JSON', async () => {
    expect(await (await get('/status')).json()).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it('is ready, or reports why not', async () => {
    expect((await get('/health/ready')).status).toBe(200);
    reasons = ['queue: full'];
    const answer = await get('/health/ready');
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'not-ready', reasons }]);
    expect((await get('/health/live')).status).toBe(200);
  });

  it('answers only GET and HEAD, and lists the available addresses', async () => {
    expect([
      (await fetch(`${server.url}/`, { method: 'POST', body: 'x' })).status,
      (await get('/none')).status,
      (await fetch(`${server.url}/status`, { method: 'HEAD' })).status,
    ]).toEqual([405, 404, 200]);
  });

  it.each([
    ['127.0.0.1:8095', 200],
    ['localhost', 200],
    ['[::1]:8095', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example:8095', 403],
  ])('on a loopback address answers a caller with the host %s with %i', async (host, status) => {
    const seen = await new Promise<number>((resolve, reject) =>
      request(`${server.url}/status`, { headers: { host } }, (response) => resolve(response.resume().statusCode!))
        .on('error', reject)
        .end(),
    );
    expect(seen).toBe(status);
  });

  it('reports an unavailable address', async () => {
    const { port } = new URL(server.url);
    await expect(
      StatusServer.listen(
        { host: '127.0.0.1', port: Number(port) },
        { report: () => report, notReady: () => [], registry: new Registry() },
      ),
    ).rejects.toThrow(`The status page cannot listen at 127.0.0.1:${port} (EADDRINUSE)`);
  });
});
