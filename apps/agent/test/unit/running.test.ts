import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationWatch } from '../../src/running/configuration-watch.js';
import { keepDestination } from '../../src/running/destination.js';
import { VersionCheck } from '../../src/running/version-check.js';

const folder = mkdtempSync(join(tmpdir(), 'waymark-agent-running-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the watch of the file', () => {
  let watch: ConfigurationWatch;
  afterEach(() => watch.stop());

  it('reports once a change that has come to rest, even one by renaming a parent', async () => {
    const [one, other, link] = ['one', 'other', 'link'].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(one, 'a');
    writeFileSync(other, 'another');
    symlinkSync(one, link);
    const changed = vi.fn();
    watch = new ConfigurationWatch([link], changed, 10);
    watch.start();
    symlinkSync(other, `${link}.new`);
    renameSync(`${link}.new`, link);
    await expect.poll(() => changed.mock.calls.length, { timeout: 15_000 }).toBe(1);
    writeFileSync(other, 'and once more');
    await expect.poll(() => changed.mock.calls.length, { timeout: 15_000 }).toBe(2);
    rmSync(link);
    await expect.poll(() => changed.mock.calls.length, { timeout: 15_000 }).toBe(3);
  });
});

describe('the folder of the queue', () => {
  it('belongs to one workspace while it contains elements', () => {
    keepDestination(folder, 'north', 5);
    keepDestination(folder, 'north', 5);
    expect(() => keepDestination(folder, 'south', 5)).toThrow(
      /holds 5 elements for the workspace north, and gateway\.workspace is south now/,
    );
    keepDestination(folder, 'south', 0);
    expect(() => keepDestination(folder, 'north', 1)).toThrow(/for the workspace south/);
  });
});

describe('the version check', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function newerAfter(answer: string, status = 200): Promise<string | undefined> {
    server = createServer((_request, response) => response.writeHead(status, { location: '/elsewhere' }).end(answer));
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const check = new VersionCheck(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '1.2.3', {
      info: () => undefined,
      debug: () => undefined,
    });
    await check.ask();
    return check.newer;
  }

  it.each([
    ['a newer one', '{"version":"1.10.0"}', '1.10.0'],
    ['a newer one with another member', '{"version":"1.2.4","image":"x"}', '1.2.4'],
    ['the same', '{"version":"1.2.3"}', undefined],
    ['an older one', '{"version":"1.2.2"}', undefined],
    ['none', '{"version":"<b>9</b>"}', undefined],
    ['no JSON', 'hello', undefined],
    ['too much data', `{"version":"9.9.9","x":"${'x'.repeat(100_000)}"}`, undefined],
  ])('with an answer of %s', async (_what, answer, newer) => expect(await newerAfter(answer)).toBe(newer));

  it('follows no redirect, and ignores failures', async () => {
    expect(await newerAfter('{"version":"9.9.9"}', 302)).toBeUndefined();
    server?.close();
    const check = new VersionCheck('http://127.0.0.1:1', '1.2.3', { info: () => undefined, debug: () => undefined });
    await expect(check.ask()).resolves.toBeUndefined();
  });
});
