import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SentLine } from '#omlox-hub/sent-log.js';
import { RunningHub } from '#testing/running-hub.js';
import { OMLOX_TIMES } from '../../src/sources/omlox/omlox-run.js';
import { collect, positions } from '../unit/omlox/collected.js';

const POLL = { timeout: 100_000, interval: 100 };
let folder: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-omlox-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** What must have arrived: everything sent, except data that a cut socket had not read yet. */
function owed(lines: readonly SentLine[]): Set<string> {
  const read = new Map<number, number>();
  const closed = new Set<number>();
  for (const line of lines) {
    if (line.kind === 'read') read.set(line.socket, line.number);
    if (line.kind === 'closed') closed.add(line.socket);
  }
  return new Set(
    lines.flatMap((line) =>
      line.kind === 'sent' && (!closed.has(line.socket) || line.number <= (read.get(line.socket) ?? 0)) ? [`${line.thing}@${line.at}`] : [],
    ),
  );
}

describe('a hub process', () => {
  it.each([[[]], [['merges-for-slow-readers']], [['closes-slow-readers']]] as const)(
    'that sends 10,000 positions a second loses nothing when a disk stalls now and then (%j)',
    async (quirks) => {
      const sentFile = join(folder, 'sent.ndjson');
      const hub = await RunningHub.start({ sentFile, quirks, forklifts: 500, rate: 10_000, seed: 1 });
      closing.push(() => hub.stop());
      let delivered = 0;
      let stalls = 0;
      const source = collect(
        { url: hub.url },
        {
          times: OMLOX_TIMES,
          async deliver(received) {
            delivered += received.length;
            // The duration of a transaction on a good disk; every 15,000 messages, one takes as long as on a busy disk.
            await sleep(5);
            if (delivered < 15_000 * (stalls + 1) || stalls >= 2) return;
            stalls++;
            await sleep(2000);
          },
        },
      );
      closing.push(() => source.stop());
      const before = process.cpuUsage();
      const startedAt = performance.now();
      await expect.poll(() => delivered, POLL).toBeGreaterThan(40_000);
      const { user, system } = process.cpuUsage(before);
      const seconds = (performance.now() - startedAt) / 1000;
      await hub.stop();
      await expect.poll(() => source.disconnections.length, POLL).toBeGreaterThan(0);
      await source.stop();
      const got = positions(source.messages);
      expect(new Set(got).size).toBe(got.length);
      const there = new Set(got);
      const lines = hub.sent();
      expect([...owed(lines)].filter((each) => !there.has(each))).toEqual([]);
      expect(owed(lines).size).toBeGreaterThan(20_000);
      process.stdout.write(
        `${quirks.join() || 'patient'}: ${Math.round(delivered / seconds)} positions/s, ` +
          `${((user + system) / delivered).toFixed(1)} µs of this process each, paused ` +
          `${source.counts.get('paused') ?? 0} times, ${lines.filter(({ kind }) => kind === 'merged').length} ` +
          `merged by the hub, ${source.disconnections.length} ends\n`,
      );
    },
    180_000,
  );

  it(
    'that is killed repeatedly and restarts with new subscriptions is read on: no message that a socket ' +
      'had read is lost, and none arrives twice',
    async () => {
      const sentFile = join(folder, 'sent.ndjson');
      const hub = await RunningHub.start({ sentFile, forklifts: 20, rate: 400, seed: 2 });
      closing.push(() => hub.stop());
      const source = collect({ url: hub.url, fences: { enabled: true } });
      closing.push(() => source.stop());
      for (let round = 1; round <= 5; round++) {
        const before = source.messages.length;
        await expect.poll(() => source.messages.length, POLL).toBeGreaterThan(before + 200);
        const connected = source.connections.length;
        await hub.kill();
        await hub.startAgain();
        await expect.poll(() => source.connections.length, POLL).toBeGreaterThan(connected);
      }
      await hub.stop();
      const lines = hub.sent();
      const end = (): string[] => positions(source.messages);
      // Socket numbers start again with each process, and a kill records no end: everything except the last part of a killed life was read.
      const last = lines.findLastIndex(({ kind }) => kind === 'opened');
      const whole = lines.slice(last).flatMap((line) => (line.kind === 'sent' ? [`${line.thing}@${line.at}`] : []));
      await expect.poll(() => whole.filter((each) => !end().includes(each)), POLL).toEqual([]);
      expect(new Set(end()).size).toBe(end().length);
      expect(
        lives(lines)
          .flatMap((life) => [...owedOfLife(life)])
          .filter((each) => !new Set(end()).has(each)),
      ).toEqual([]);
    },
    180_000,
  );
});

/** The lines of each process, starting with the first socket that it opened. */
function lives(lines: readonly SentLine[]): SentLine[][] {
  const all: SentLine[][] = [];
  for (const line of lines) {
    if (all.length === 0 || (line.kind === 'opened' && line.socket === 1)) all.push([]);
    all.at(-1)!.push(line);
  }
  return all;
}

/** What the sockets of a killed life had read. */
function owedOfLife(life: readonly SentLine[]): Set<string> {
  const closed = [...new Set(life.flatMap((line) => (line.kind === 'opened' ? [line.socket] : [])))].map((socket): SentLine => ({
    kind: 'closed',
    socket,
  }));
  return owed([...life, ...closed]);
}
