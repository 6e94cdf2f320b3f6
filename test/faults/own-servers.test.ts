import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServerProcess } from '#stack/processes/server-process.js';
import { BROKERS_VARIABLE, DATABASE_VARIABLE } from '#testing/test-infrastructure.js';
import { onOwnServers, startOwnServers } from './world/own-servers.js';

const started: ServerProcess[] = [];
const variables = [BROKERS_VARIABLE, DATABASE_VARIABLE].map((name) => [name, process.env[name]] as const);
/** The temporary folder of these servers only: other suites start theirs at the same time. */
let temporary: string;
const { TMPDIR } = process.env;
let exitListeners: number;

beforeEach(() => {
  started.length = 0;
  temporary = mkdtempSync(join(tmpdir(), 'waymark-own-servers-'));
  process.env.TMPDIR = temporary;
  exitListeners = process.listenerCount('exit');
});
afterEach(() => {
  vi.restoreAllMocks();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(temporary, { recursive: true });
  for (const [name, value] of variables) process.env[name] = value;
});

/** Records each server that is started; with `databaseFails` the database does not start. */
function watch({ databaseFails = false } = {}): void {
  const start = ServerProcess.start.bind(ServerProcess);
  vi.spyOn(ServerProcess, 'start').mockImplementation(async (command) => {
    if (databaseFails && command.logFile.endsWith('database.log')) throw new Error('no database');
    const server = await start(command);
    started.push(server);
    return server;
  });
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false));
  });

const leftBehind = (): unknown => ({
  running: started.filter((server) => server.signal('SIGCONT')).length,
  folders: readdirSync(temporary),
  exitListeners: process.listenerCount('exit') - exitListeners,
});
const NOTHING = { running: 0, folders: [], exitListeners: 0 };

it('Own servers end when one of them does not start', { timeout: 180_000 }, async () => {
  watch({ databaseFails: true });
  await expect(startOwnServers()).rejects.toThrow('no database');
  expect(started.length).toBe(1);
  expect(leftBehind()).toEqual(NOTHING);
});

it('Separate servers end when their task does not begin', { timeout: 180_000 }, async () => {
  watch();
  const ports: number[] = [];
  const opening = onOwnServers({}, async (servers) => {
    ports.push(servers.brokerProxy.port, servers.objectBrokerProxy.port, servers.databaseProxy.port);
    expect(await Promise.all(ports.map(answers))).toEqual([true, true, true]);
    throw new Error('no beginning');
  });
  await expect(opening).rejects.toThrow('no beginning');
  expect(started.length).toBe(2);
  expect(leftBehind()).toEqual(NOTHING);
  expect(await Promise.all(ports.map(answers))).toEqual([false, false, false]);
});
