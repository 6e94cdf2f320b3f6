import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../src/reading/source.js';
import { Backoff } from '../../../src/sources/connecting/backoff.js';
import { errorText } from '../../../src/sources/connecting/error-text.js';
import { Gathering } from '../../../src/sources/connecting/gathering.js';
import { reconnecting } from '../../../src/sources/connecting/reconnecting.js';
import { readTlsFiles } from '../../../src/sources/connecting/tls-files.js';
import { parseJson } from '../../../src/sources/reading-parts/parse-json.js';
import { sourceKind, SOURCES } from '../../../src/sources/sources.js';
import { RunningSource, silent, until } from './source-bench.js';

describe('reconnecting', () => {
  it('waits longer each time, up to a minute, with jitter over the whole range', () => {
    const most = new Backoff(() => 1);
    expect(Array.from({ length: 9 }, () => most.next())).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    most.reset();
    expect(most.next()).toBe(500);
    const any = new Backoff();
    const waits = Array.from({ length: 200 }, () => any.next());
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    expect(new Set(waits).size).toBe(200);
  });

  it('reports its state, and ends with the signal or with an error that retrying does not fix', async () => {
    const ending = new AbortController();
    const states: string[] = [];
    const context = {
      log: silent,
      signal: ending.signal,
      connected: (detail: string) => void states.push(detail),
      disconnected: (detail: string) => void states.push(detail),
    };
    let attempts = 0;
    await reconnecting(
      context,
      async (connected) => {
        if (++attempts === 3) ending.abort();
        connected(`attempt ${attempts}`);
        throw new Error('broken', { cause: new Error('because') });
      },
      new Backoff(() => 0),
    );
    expect(states).toEqual(['attempt 1', 'broken: because', 'attempt 2', 'broken: because', 'attempt 3']);
    await expect(
      reconnecting({ ...context, signal: new AbortController().signal }, () => Promise.reject(new SourceError('no file'))),
    ).rejects.toThrow('no file');
  });

  it('describes the error in a line, with the system’s code if there are no words', () => {
    expect(
      errorText(
        Object.assign(new AggregateError([Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'))], ''), { code: 'ECONNREFUSED' }),
      ),
    ).toBe('ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1');
    expect(errorText('x'.repeat(1000)).length).toBeLessThan(310);
    expect(errorText(undefined)).toBe('unknown error');
  });
});

describe('gathering', () => {
  it('hands over messages together that arrived meanwhile, in order, at most a thousand', async () => {
    const calls: number[][] = [];
    const waiting: (() => void)[] = [];
    const gathering = new Gathering((messages) => {
      calls.push(messages.map(({ document }) => document as number));
      return new Promise((resolve) => waiting.push(resolve));
    });
    const done: number[] = [];
    const all = Array.from({ length: 1500 }, (_, n) => gathering.add([{ document: n }]).then(() => done.push(n)));
    for (let call = 0; call < 3; call++) {
      await Promise.resolve();
      while (waiting.length <= call) await new Promise((resolve) => setImmediate(resolve));
      expect(done.length).toBe([0, 1, 1001][call]);
      waiting[call]!();
      while (done.length < [1, 1001, 1500][call]!) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    expect(calls.map((call) => call.length)).toEqual([1, 1000, 499]);
    expect(calls.flat()).toEqual(done);
    expect(gathering.waiting).toBe(0);
  });

  it('reports to the caller what was not stored, and continues with the rest', async () => {
    let fails = true;
    const gathering = new Gathering(() => (fails ? Promise.reject(new Error('disk')) : Promise.resolve()));
    await expect(gathering.add([{ document: 1 }])).rejects.toThrow('disk');
    fails = false;
    await gathering.add([{ document: 2 }]);
  });
});

it('JSON of many levels is refused before it can overflow anything, and brackets in texts do not count', () => {
  expect(parseJson('['.repeat(64) + ']'.repeat(64))).toHaveProperty('value');
  expect(parseJson('['.repeat(65) + ']'.repeat(65))).toEqual({ fault: 'JSON with more than 64 levels' });
  expect(parseJson(JSON.stringify({ a: '['.repeat(100) + '\\"' + '{'.repeat(100) }))).toHaveProperty('value');
});

it('a missing certificate is named', () => {
  expect(() => readTlsFiles({ caFile: '/nowhere/ca.pem' })).toThrow(/^tls\.caFile: \/nowhere\/ca\.pem cannot be read \(ENOENT\)/);
  expect(readTlsFiles(undefined)).toEqual({});
});

it.each([
  ['mqtt', { url: 'mqtts://127.0.0.1:1', topics: ['a'], format: 'json', tls: { caFile: '/nowhere/ca.pem' } }],
  ['http-poll', { url: 'https://127.0.0.1:1', everySeconds: 1, format: 'json', tls: { caFile: '/nowhere/ca.pem' } }],
  ['kafka', { brokers: ['127.0.0.1:1'], topic: 'a', tls: { caFile: '/nowhere/ca.pem' } }],
  ['http-listener', { host: '127.0.0.1', port: 0, tls: { certFile: '/nowhere/ca.pem', keyFile: '/nowhere/ca.pem' } }],
])('check of %s reports a missing certificate, and run ends for good', async (kind, options) => {
  const context = { name: 'test', log: silent, signal: new AbortController().signal };
  const source = sourceKind(kind)!;
  expect((await source.check(options as never, context)).findings).toEqual([
    { level: 'fault', text: expect.stringContaining('/nowhere/ca.pem cannot be read (ENOENT)') as string },
  ]);
  const running = RunningSource.start(source, options as never);
  await until(() => running.failure !== undefined);
  expect(running.failure).toBeInstanceOf(SourceError);
  await running.stop();
});

it('each kind exists once, in words', () => {
  expect(new Set(SOURCES.map(({ kind }) => kind)).size).toBe(SOURCES.length);
  for (const { kind, summary, example, options } of SOURCES) {
    expect(example).toContain(`kind: ${kind}`);
    expect(summary).toMatch(/\.$/);
    expect(options.type).toBe('object');
  }
});
