import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '#stack/processes/process-identity.js';
import { InstallationUnderTest, SERVERS, START_TIMEOUT_MS } from '#stack/test/real/installation-under-test.js';
import { SmallDisk } from './world/small-disk.js';

/** Large enough for a new cluster, its log and a broker, and small enough to be filled within a second. */
const DISK_MIB = 768;
const ROUNDS = 10;
const FULL_MS = 700;
const ROOM_MS = 500;
const WRITERS = 3;
/** The minimum number of acknowledged elements before the first and after the last filling. */
const SOME = 30;
/** The broker is restarted after a longer pause each time it ends. */
const BACK_MS = 90_000;

/** Writers that post all the time, each element under its own id, and remember the acknowledged ones. */
class Writers {
  readonly acknowledged: string[] = [];
  refused = 0;
  private ended = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {
    this.running = Array.from({ length: WRITERS }, (_, writer) => this.run(writer));
  }

  async stop(): Promise<void> {
    this.ended = true;
    await Promise.all(this.running);
  }

  private async run(writer: number): Promise<void> {
    for (let number = 0; !this.ended; number++) {
      const externalId = `${writer}-${number}`;
      const answer = await fetch(`${this.url}/groups/demo/externalObjects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        body: JSON.stringify([{ externalId, locationUpdate: { newPosition: { lat: 1, lon: 2 } } }]),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined);
      await answer?.body?.cancel();
      // 202 means that the outcome is still open: it promises nothing yet.
      if (answer?.status === 200) this.acknowledged.push(externalId);
      else this.refused++;
      await sleep(answer?.ok ? 5 : 50);
    }
  }
}

/** What a server has logged about faults, without stacks. */
const faultsIn = (log: string, name: string): string[] =>
  log
    .split('\n')
    .filter((line) => /"level":"(?:error|warn)"|ERROR|PANIC|FATAL|Error:|Recover|trunc/.test(line) && !/^\s+at /.test(line))
    .map((line) => `${name}: ${line.slice(0, 300)}`);

if (await SmallDisk.possible()) {
  describe('an installation whose only disk is full', { timeout: START_TIMEOUT_MS + 2 * BACK_MS }, () => {
    let waymark: InstallationUnderTest;
    let token: string;
    beforeAll(async () => {
      waymark = await InstallationUnderTest.create({ diskMiB: DISK_MIB });
      const started = await waymark.run('start', '--detach');
      expect(started.exitCode, started.all).toBe(0);
      token = /\beyJ[\w.-]+/.exec(started.all)![0];
    }, START_TIMEOUT_MS);
    afterAll(() => waymark.destroy(), START_TIMEOUT_MS);

    const survivors = (): unknown[] => [waymark.supervisorPid(), waymark.record('gateway').pid];

    it(`lives through ${ROUNDS} fillings and has everything that it acknowledged`, async () => {
      const before = survivors();
      const url = `http://127.0.0.1:${waymark.environment.WAYMARK_PORT}`;
      const writers = new Writers(url, token);
      const writesMore = (): Promise<void> => {
        const enough = writers.acknowledged.length + SOME;
        return expect.poll(() => writers.acknowledged.length, { timeout: BACK_MS }).toBeGreaterThan(enough);
      };
      await writesMore();
      for (let round = 0; round < ROUNDS; round++) {
        await waymark.fillDisk();
        await sleep(FULL_MS);
        await waymark.freeDisk();
        await sleep(ROOM_MS);
      }
      await expect.poll(async () => (await waymark.run('status')).exitCode, { timeout: BACK_MS, interval: 1_000 }).toBe(0);
      await expect.poll(async () => (await fetch(`${url}/health/ready`)).status, { timeout: BACK_MS }).toBe(200);
      await writesMore();
      await writers.stop();

      // The supervisor and the gateway need no disk, so they are the same processes as before. The others may have been restarted.
      expect(survivors()).toEqual(before);
      for (const name of SERVERS) expect([name, isRunning(waymark.record(name))]).toEqual([name, true]);
      expect(readdirSync(join(waymark.files, 'run')).sort()).toEqual(SERVERS.map((name) => `${name}.json`).sort());
      for (const name of ['supervisor', ...SERVERS]) expect(waymark.log(name)).not.toContain("Unhandled 'error' event");

      expect(writers.refused).toBeGreaterThan(0);
      const missing = async (): Promise<string[]> => {
        const found = new Set<string>();
        // Pages smaller than the fleet, so that following them is part of every run.
        let next: string | null = '/groups/demo/externalObjects?limit=100';
        while (next) {
          const answer = await fetch(url + next, { headers: { authorization: `Bearer ${token}` } });
          const page = (await answer.json()) as { objects: { externalId: string }[]; next: string | null };
          for (const { externalId } of page.objects) found.add(externalId);
          next = page.next;
        }
        return writers.acknowledged.filter((id) => !found.has(id));
      };
      await expect
        .poll(missing, { timeout: BACK_MS, interval: 500 })
        .toEqual([])
        .catch((error: Error) => {
          const faults = ['broker', 'database', 'object-service', 'projection-service'].flatMap((name) =>
            faultsIn(waymark.log(name), name),
          );
          throw new Error(`${error.message}\nof ${writers.acknowledged.join(' ')}\n${faults.slice(-80).join('\n')}`, { cause: error });
        });
    });

    it('ends whole by npm stop', async () => {
      const stopped = await waymark.run('stop');
      expect([stopped.exitCode, waymark.processes()], stopped.all).toEqual([0, []]);
      expect(readdirSync(join(waymark.files, 'run'))).toEqual([]);
    });
  });
} else {
  it.skip('an installation whose only disk is full: this machine allows no mount namespace (root and `unshare -m` are needed)', () =>
    undefined);
}
