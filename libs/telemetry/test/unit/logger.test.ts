import { Writable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger, withoutSecrets } from '#telemetry/logger.js';
import { NestLogger } from '#telemetry/nest-logger.js';

describe('withoutSecrets', () => {
  it('hides passwords in addresses and tokens', () => {
    expect(withoutSecrets('postgres://waymark:pa55@db:5432/x')).toBe('postgres://waymark:***@db:5432/x');
    expect(withoutSecrets('got eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln here')).toBe('got *** here');
    expect(withoutSecrets('http://host:8080/path')).toBe('http://host:8080/path');
  });
});

describe('NestLogger', () => {
  const write = vi.fn();
  const logger = { debug: write, error: write, warn: write, trace: write, fatal: write } as never;
  afterEach(() => write.mockClear());

  it('keeps context, stack and error apart', () => {
    const failure = new Error('no');
    new NestLogger(logger).error(failure, 'Context');
    expect(write).toHaveBeenCalledWith({ context: 'Context', stack: undefined, err: failure }, 'no');
    new NestLogger(logger).error('text', 'Error: x\n    at y', 'Context');
    expect(write).toHaveBeenLastCalledWith({ context: 'Context', stack: 'Error: x\n    at y', err: undefined }, 'text');
  });
});

describe('createLogger', () => {
  it('writes JSON lines with service, instance and time, secrets replaced', async () => {
    const lines: string[] = [];
    const { pino } = await import('pino');
    const { loggerOptions } = await import('#telemetry/logger.js');
    const logger = pino(
      loggerOptions({ service: 'gateway', instance: 'a', level: 'info' }),
      new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }),
    );
    logger.info(
      {
        headers: { authorization: 'Bearer abc', 'x-waymark-internal': 'hush', cookie: 'hush', 'set-cookie': ['hush'] },
        config: { password: 'hush' },
        token: 'hush',
      },
      'postgres://a:hush@b',
    );
    logger.debug('not at this level');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/hush|abc/);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'info',
      service: 'gateway',
      instance: 'a',
      msg: 'postgres://a:***@b',
      time: expect.stringMatching(/Z$/),
    });
    expect(createLogger({ service: 's', instance: 'i', level: 'silent' }).isLevelEnabled('fatal')).toBe(false);
  });
});
