import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { breachesIn } from '../../../src/app/policy/policy-breach.js';
import { PolicyReportsController } from '../../../src/app/policy/policy-reports.controller.js';

const SECRET = 'eyJhbGciOiJFUzI1NiJ9';
const old = (report: object) => ({ 'csp-report': report });
const modern = (body: unknown) => [{ type: 'csp-violation', url: `https://a.example.com/#share=${SECRET}`, body }];

describe('the stored part of a report', () => {
  it.each<[string, unknown, object[]]>([
    [
      'of older browsers',
      old({
        'violated-directive': "img-src 'self'",
        'blocked-uri': `https://evil.example/a?t=${SECRET}`,
        'line-number': 7,
        'document-uri': `https://a/#${SECRET}`,
        'script-sample': SECRET,
      }),
      [{ directive: 'img-src', blocked: 'https://evil.example', line: 7 }],
    ],
    [
      'of newer ones',
      modern({
        effectiveDirective: 'script-src-elem',
        blockedURL: 'inline',
        lineNumber: 3,
        sample: SECRET,
        sourceFile: `https://a/${SECRET}`,
      }),
      [{ directive: 'script-src-elem', blocked: 'inline', line: 3 }],
    ],
    [
      'a scheme',
      old({ 'effective-directive': 'font-src', 'blocked-uri': `data:font/woff2;base64,${SECRET}` }),
      [{ directive: 'font-src', blocked: 'data', line: undefined }],
    ],
    [
      'names that nobody has',
      old({ 'effective-directive': SECRET, 'blocked-uri': SECRET, 'line-number': -1 }),
      [{ directive: 'other', blocked: 'other', line: undefined }],
    ],
    [
      'a long host',
      old({ 'blocked-uri': `https://${`${'x'.repeat(60)}.`.repeat(4)}example/` }),
      [{ directive: 'other', blocked: 'other', line: undefined }],
    ],
    [
      'other kinds of reports',
      [{ type: 'deprecation', body: {} }, 7, null, { type: 'csp-violation' }, { type: 'csp-violation', body: 'x' }],
      [],
    ],
    ['no report', {}, []],
    ['null', null, []],
    [
      'many',
      Array.from({ length: 100 }, () => modern({})[0]),
      Array.from({ length: 20 }, () => ({ directive: 'other', blocked: 'other', line: undefined })),
    ],
  ])('%s', (_name, body, kept) => {
    expect(breachesIn(body)).toEqual(kept);
    expect(JSON.stringify(breachesIn(body))).not.toContain(SECRET);
  });
});

describe('reports in number', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are all counted, and ten a minute are logged', async () => {
    const lines: object[] = [];
    let now = 0;
    const registry = new Registry();
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const reports = new PolicyReportsController({ warn: (line: object) => lines.push(line) } as never, registry as never);
    const send = async (body: unknown, type = 'application/csp-report') => {
      const raw = Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), { headers: { 'content-type': type }, complete: true });
      const reply = { code: () => reply, header: () => reply, send: () => reply } as unknown as FastifyReply;
      await reports.take({ raw } as unknown as FastifyRequest, reply);
    };
    for (let n = 0; n < 30; n++) await send(old({ 'effective-directive': 'connect-src', 'blocked-uri': 'https://evil.example/' }));
    expect(lines).toEqual(
      Array.from({ length: 10 }, () => ({ directive: 'connect-src', blocked: 'https://evil.example', line: undefined })),
    );
    now += 60_000;
    await send(modern({ effectiveDirective: 'img-src' }), 'application/reports+json; charset=utf-8');
    expect(lines).toHaveLength(11);
    const counted = await registry.metrics();
    expect(counted).toContain('waymark_app_policy_breaches_total{directive="connect-src"} 30');
    expect(counted).toContain('waymark_app_policy_breaches_total{directive="img-src"} 1');
    await expect(send({}, 'application/json')).rejects.toMatchObject({ type: 'unsupported-media-type' });
    await expect(send({ a: 'x'.repeat(17_000) })).rejects.toMatchObject({ type: 'body-too-large' });
  });
});
