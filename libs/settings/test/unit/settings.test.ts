import { describe, expect, it } from 'vitest';
import { choice, flag, integer, list, readSettings, secret, SettingsError, text } from '#settings/settings.js';

const spec = {
  host: text('HOST', 'where to listen', '127.0.0.1'),
  port: integer('PORT', 'port', { default: 8080, min: 0, max: 65535 }),
  level: choice('LOG_LEVEL', 'level', ['debug', 'info'], 'info'),
  brokers: list('KAFKA_BROKERS', 'brokers'),
  quiet: flag('QUIET', 'quiet', false),
  key: secret('KEY', 'a key'),
};

describe('readSettings', () => {
  it('gives typed values and defaults', () => {
    const config = readSettings(spec, { KAFKA_BROKERS: 'a:1, b:2,', KEY: 'k', QUIET: 'Yes', PORT: '0' });
    expect(config).toEqual({ host: '127.0.0.1', port: 0, level: 'info', brokers: ['a:1', 'b:2'], quiet: true, key: 'k' });
  });

  it('names every fault at once, and no secret', () => {
    const digits = {
      ...spec,
      key: {
        ...spec.key,
        parse: (): string => {
          throw new Error('must be long');
        },
      },
    };
    const read = () => readSettings(digits, { PORT: '1e3', LOG_LEVEL: 'loud', KEY: 'hush-hush', QUIET: 'constructor' });
    expect(read).toThrow(SettingsError);
    try {
      read();
    } catch (error) {
      expect((error as SettingsError).faults.map(({ env }) => env)).toEqual(['PORT', 'LOG_LEVEL', 'KAFKA_BROKERS', 'QUIET', 'KEY']);
      expect((error as Error).message).toContain('a whole number from 0 to 65535');
      expect((error as Error).message).not.toContain('hush-hush');
    }
  });

  it('checks one against another when both are right by themselves', () => {
    const least = integer('LEAST', 'least', { default: 0, min: 0, max: 9 });
    const most = integer('MOST', 'most', { default: 9, min: 0, max: 9 });
    const ordered = {
      least,
      most: {
        ...most,
        crossCheck: (value: number, of: (env: string) => unknown) => (value < (of('LEAST') as number) ? 'is below LEAST' : undefined),
      },
    };
    expect(readSettings(ordered, { LEAST: '3', MOST: '3' })).toEqual({ least: 3, most: 3 });
    expect(() => readSettings(ordered, { LEAST: '4', MOST: '3' })).toThrow(/MOST: is below LEAST; most$/);
    expect(() => readSettings(ordered, { LEAST: 'x', MOST: '-1' })).toThrow(/LEAST: must be[^]*MOST: must be/);
    expect(() => readSettings(ordered, { LEAST: 'x', MOST: '0' })).not.toThrow(/below/);
  });

  it('takes an empty variable for an absent one', () => {
    expect(readSettings({ port: spec.port }, { PORT: ' ' }).port).toBe(8080);
    expect(() => readSettings({ key: spec.key }, { KEY: '' })).toThrow(/KEY: is missing/);
  });

  it.each(['-1', '65536', '1.5', '0x10', 'ten', '1e2', '９'])('refuses the port %s', (PORT) => {
    expect(() => readSettings({ port: spec.port }, { PORT })).toThrow(/PORT/);
  });
});
