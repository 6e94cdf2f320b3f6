import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { identityOf } from '#stack/processes/process-identity.js';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { sendSignal, ServerProcess } from '#stack/processes/server-process.js';
import { endLeftovers } from '#stack/supervision/end-leftovers.js';
import { ProcessRecords } from '#stack/supervision/process-record.js';
import { restartDelay } from '#stack/supervision/restart-delay.js';
import { SupervisedServer } from '#stack/supervision/supervised-server.js';

let folder: string;
let records: ProcessRecords;
let notices: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-supervised-'));
  records = new ProcessRecords(folder);
  notices = [];
});
afterEach(async () => {
  await endLeftovers(records);
  rmSync(folder, { recursive: true });
});

function command(name: string, script: string, overrides: Partial<ServerCommand> = {}): ServerCommand {
  return {
    name,
    file: 'bash',
    args: ['-c', script],
    environment: { PATH: process.env.PATH! },
    logFile: join(folder, `${name}.log`),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    isReady: async () => true,
    readyTimeoutMs: 5_000,
    ...overrides,
  };
}
const supervised = (one: ServerCommand, rank = 1) => new SupervisedServer(one, rank, records, (_, text) => notices.push(text));
const recordOf = (name: string) => records.running().find((record) => record.name === name);

it('waits longer after each death, at most 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(restartDelay)).toEqual([250, 250, 250, 250, 500, 1000, 2000]);
  expect(restartDelay(50)).toBe(30_000);
});

it('starts a killed server again, says so, and counts it', async () => {
  const server = supervised(command('victim', 'exec sleep 60'));
  await server.start();
  const first = recordOf('victim')!;
  expect(first.restarts).toBe(0);

  process.kill(first.pid, 'SIGKILL');
  await expect.poll(() => recordOf('victim')?.restarts, { timeout: 5_000 }).toBe(1);
  expect(recordOf('victim')!.pid).not.toBe(first.pid);
  await expect.poll(() => notices.length).toBe(2);
  expect(notices[0]).toMatch(/^victim died \(killed by SIGKILL\) after [\d.]+ s; it is started again in 0.25 s/);
  expect(notices[1]).toMatch(/^victim is back/);

  await server.stop();
  expect(records.all()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(records.running()).toEqual([]);
});

it('restarts a server whose log shows that it needs that, not for what an earlier run wrote, and only once', async () => {
  const log = join(folder, 'stuck.log');
  writeFileSync(log, 'Refused: 1\n');
  const restartAfter = { line: /^Refused: \d/, meaning: 'refuses everything' };
  const script = 'echo "$$"; while sleep 0.1; do [ -e refuse ] && printf "Ref" && sleep 0.1 && echo "used: 2"; done';
  const stuck = command('stuck', `cd ${folder}; ${script}`, { restartAfter });
  const server = new SupervisedServer(stuck, 1, records, (_, text) => notices.push(text), 50);
  await server.start();
  const { pid } = recordOf('stuck')!;
  await sleep(400);
  expect(notices).toEqual([]);

  writeFileSync(join(folder, 'refuse'), '');
  await expect.poll(() => notices[0], { timeout: 5_000 }).toBe('stuck refuses everything; it is restarted.');
  rmSync(join(folder, 'refuse'));
  await expect.poll(() => notices.at(-1), { timeout: 5_000 }).toMatch(/^stuck is back/);
  expect(recordOf('stuck')!.pid).not.toBe(pid);
  await sleep(400);
  expect(notices.length).toBe(3);
  await server.stop();
});

it('reports a server that is slow to come back, leaves it running, and reports it again once it is ready', async () => {
  let ready = true;
  const server = supervised(command('slow', 'exec sleep 60', { isReady: async () => ready, readyTimeoutMs: 200 }));
  await server.start();
  ready = false;
  process.kill(recordOf('slow')!.pid, 'SIGKILL');
  await expect.poll(() => notices.length, { timeout: 5_000 }).toBeGreaterThan(2);
  expect(notices.slice(1, 3)).toEqual([expect.stringContaining('slow was not ready after 0.2 s'), expect.stringContaining('left running')]);
  const { pid } = recordOf('slow')!;
  ready = true;
  await expect.poll(() => notices.at(-1), { timeout: 5_000 }).toBe(`slow is back (process ${pid}, restart 1).`);
  ready = false;
  await server.stop();
  expect(records.all()).toEqual([]);
});

it('runs on while its record cannot be written, and writes it when it can', async () => {
  const unwritable = join(folder, 'full');
  records = new ProcessRecords(unwritable);
  const server = supervised(command('unrecorded', 'exec sleep 60'));
  await server.start();
  expect(notices).toEqual([
    expect.stringMatching(/^The record of unrecorded \(process \d+\) cannot be written yet; it runs all the same\. ENOENT/),
  ]);
  mkdirSync(unwritable);
  await expect.poll(() => recordOf('unrecorded')?.restarts, { timeout: 5_000 }).toBe(0);

  // The same at a restart: one process, not two.
  const first = recordOf('unrecorded')!;
  rmSync(unwritable, { recursive: true });
  process.kill(first.pid, 'SIGKILL');
  await expect.poll(() => notices.at(-1), { timeout: 5_000 }).toMatch(/^unrecorded is back/);
  mkdirSync(unwritable);
  await expect.poll(() => recordOf('unrecorded')?.restarts, { timeout: 5_000 }).toBe(1);
  await server.stop();
  expect([records.all(), readdirSync(unwritable)]).toEqual([[], []]);
});

it('starts nothing again that was ended while it waited for its restart', async () => {
  const server = supervised(command('short', 'sleep 0.2; exit 3'));
  await server.start();
  await expect.poll(() => notices.length, { timeout: 5_000 }).toBe(1);
  expect(notices[0]).toContain('exit code 3');
  await server.stop();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(notices).toHaveLength(1);
  expect(records.all()).toEqual([]);
});

it('shows the end of the log of a server that does not come up, and leaves nothing', async () => {
  const server = supervised(command('broken', 'echo no port for me >&2; exit 1', { isReady: async () => false }));
  await expect(server.start()).rejects.toThrow(/broken ended while starting \(exit code 1\)[^]*no port for me/);
  expect(records.all()).toEqual([]);
});

it('kills a server that does not end when asked, with its whole group', async () => {
  const stubborn = await ServerProcess.start(
    command('stubborn', 'trap "" TERM; sleep 61 & echo $!; wait; wait; sleep 60', { stopTimeoutMs: 300 }),
  );
  await expect.poll(() => readFileSync(join(folder, 'stubborn.log'), 'utf8')).toMatch(/\d+/);
  const inner = Number(readFileSync(join(folder, 'stubborn.log'), 'utf8'));
  expect(identityOf(inner)).toBeDefined();
  expect(await stubborn.stop()).toEqual({ code: null, signal: 'SIGKILL' });
  await expect.poll(() => identityOf(inner)).toBeUndefined();
  expect(stubborn.signal('SIGTERM')).toBe(false);
});

it('ends a server that was stopped by SIGSTOP', async () => {
  const frozen = await ServerProcess.start(command('frozen', 'exec sleep 60'));
  frozen.signal('SIGSTOP');
  expect((await frozen.stop()).signal).toBe('SIGTERM');
});

it('ends processes left by a killed supervisor, lowest rank first, and no stranger with the same number', async () => {
  const stoppable = (name: string) =>
    command(name, `trap 'date +%s%N >> ${folder}/${name}.log; exit 0' TERM; while :; do sleep 0.02; done`);
  const servers = await Promise.all([ServerProcess.start(stoppable('ground')), ServerProcess.start(stoppable('door'))]);
  const stranger = await ServerProcess.start(command('stranger', 'exec sleep 60'));
  try {
    const write = (name: string, pid: number, stopRank: number, startTime = identityOf(pid)!.startTime) =>
      records.write({ name, pid, startTime, startedAt: new Date().toISOString(), restarts: 0, stopSignal: 'SIGTERM', stopRank });
    write('ground', servers[0].pid, 3);
    write('door', servers[1].pid, 1);
    write('earlier', stranger.pid, 2, 'another-boot/1');
    // The traps must be set before the signal arrives.
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect((await endLeftovers(records)).sort()).toEqual(['door', 'ground']);

    expect(records.all()).toEqual([]);
    const endOf = (name: string) => BigInt(readFileSync(join(folder, `${name}.log`), 'utf8').trim());
    expect(endOf('door')).toBeLessThan(endOf('ground'));
    expect(identityOf(stranger.pid)).toBeDefined();
  } finally {
    sendSignal(stranger.pid, 'SIGKILL');
  }
});
