import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SERVICE_SPECS } from '../../stack/settings-document.js';
import { settings as stack } from '../../stack/settings/stack-settings.js';

const { DEFAULT_PORTS } = createRequire(import.meta.url)('./no-default-port.cjs') as { DEFAULT_PORTS: number[] };

describe('no test uses a default port', () => {
  it('knows the default of every port setting', () => {
    const settings = [stack, ...Object.values(SERVICE_SPECS)].flatMap((spec) => Object.values(spec));
    const ports = settings
      .filter(({ env, default: text }) => /(^|_)PORT$/.test(env) && text !== '' && text !== undefined)
      .map((setting) => Number(setting.default));
    expect(ports.length).toBeGreaterThan(10);
    expect(ports.filter((port) => port !== 0 && !DEFAULT_PORTS.includes(port))).toEqual([]);
  });

  it.each(DEFAULT_PORTS)('refuses %i in this process', (port) => {
    expect(() => createServer().listen(port, '127.0.0.1')).toThrow(`default port ${port}`);
    expect(() => createServer().listen({ port })).toThrow(`default port ${port}`);
    expect(() => connect(port, '127.0.0.1')).toThrow(`default port ${port}`);
  });

  it('refuses them in a process that a test starts', () => {
    const listen = "try { require('net').createServer().listen(8084) } catch (error) { console.log(error.message) }";
    expect(execFileSync(process.execPath, ['-e', listen], { encoding: 'utf8' })).toContain('default port 8084');
  });
});
