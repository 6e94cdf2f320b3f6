import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '#testing/workload/random.js';
import { InstallationUnderTest } from '../../stack/test/real/installation-under-test.js';
import { type Bookmark, DrillFleet } from './drill-fleet.js';

const CLIENTS = 6;
/** So slow that the backup takes a few seconds. */
const MIB_PER_SECOND = '12';
const KILLED = ['object-service', 'projection-service', 'gateway', 'area-service', 'report-service'] as const;
/** A commit may be answered a little later than it happened. */
const MOMENT_MARGIN_MS = 1_000;
const CAUGHT_UP_MS = 8_000;

type Command = ReturnType<InstallationUnderTest['waymark']>;

/**
 * Backs up a whole installation under load whose services are killed meanwhile. Each backup is restored into another
 * installation, which continues and is backed up in turn.
 * @returns whether each restored installation had everything that it had to have
 */
export async function drill(rounds: number, seed: number): Promise<boolean> {
  console.log(`${rounds} rounds, seed ${seed}; replay with: npm run soak -- --drill --rounds ${rounds} --seed ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'waymark-drill-'));
  await chmod(folder, 0o777);
  const runs = new Drill(folder, new Random(seed));
  let failed = 0;
  try {
    await runs.begin();
    for (let round = 1; round <= rounds; round++) {
      const { text, findings } = await runs.round(round);
      if (findings.length > 0) failed++;
      console.log(`${round}/${rounds} ${findings.length === 0 ? 'ok     ' : 'FAILED '} ${text}`);
      for (const finding of findings.slice(0, 20)) console.log(`  ${finding}`);
    }
  } finally {
    await runs.close();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${rounds} backups restored, ${failed} failed; ${runs.acknowledged} acknowledged elements.`);
  return failed === 0;
}

class Drill {
  private installation!: InstallationUnderTest;
  private fleet!: DrillFleet;
  private archive!: string;
  private readonly key: string;

  constructor(
    private readonly folder: string,
    private readonly random: Random,
  ) {
    this.key = join(folder, 'key');
  }

  get acknowledged(): number {
    return this.fleet.acknowledged;
  }

  async begin(): Promise<void> {
    this.installation = await this.another(0);
    await succeeded(this.installation.run('start', '--detach'));
    await succeeded(this.installation.waymark('backup', '--new-key', this.key));
    const token = (await succeeded(this.installation.run('token', '--workspace', 'demo'))).stdout.trim();
    this.fleet = new DrillFleet(this.random.fork(), urlOf(this.installation), token, CLIENTS);
  }

  async close(): Promise<void> {
    await this.fleet.stop();
    await this.installation.destroy();
  }

  /** Creates an installation with a separate archive, without starting it. */
  private async another(round: number): Promise<InstallationUnderTest> {
    this.archive = join(this.folder, `wal-${round}`);
    await mkdir(this.archive);
    // If root starts the database, it runs as another user.
    await chmod(this.archive, 0o777);
    return InstallationUnderTest.create({ environment: { WAYMARK_WAL_ARCHIVE: this.archive } });
  }

  async round(round: number): Promise<{ text: string; findings: string[] }> {
    const { random, installation: source, fleet } = this;
    const began = performance.now();
    const file = join(this.folder, `${round}.backup`);
    fleet.start(urlOf(source));
    await sleep(random.integer(1_000, 5_000));
    const bookmarks: Bookmark[] = [await fleet.bookmark()];
    const backupAt = Date.now();
    const making = source.waymark('backup', file, '--key-file', this.key, '--rate', MIB_PER_SECOND);
    const victim = random.chance(0.6) ? random.pick(KILLED) : undefined;
    if (victim) {
      await sleep(random.integer(0, 4_000));
      process.kill(source.record(victim).pid, 'SIGKILL');
    }
    await succeeded(making);
    await sleep(random.integer(0, 3_000));
    const toMoment = random.chance(0.4);
    const moment = new Date();
    if (toMoment) await sleep(random.integer(2_000, 4_000));
    await fleet.stop();
    // After this pause acknowledged changes are applied and in the feed: a client may have seen all of them.
    await sleep(CAUGHT_UP_MS);
    bookmarks.push(await fleet.bookmark());

    const until = toMoment ? ['--until', moment.toISOString(), '--wal-archive', this.archive] : [];
    await succeeded(source.run('stop'));
    const erasures = join(this.folder, 'erasures.ndjson');
    await copyFile(join(source.data, 'erasures.ndjson'), erasures).catch(() => undefined);
    const target = await this.another(round);
    this.installation = target;
    await source.destroy();
    await succeeded(target.waymark('restore', file, '--key-file', this.key, '--erasures', erasures, ...until));
    await rm(file);
    await succeeded(target.run('start', '--detach'));
    await sleep(CAUGHT_UP_MS);
    const findings = await fleet.judge(urlOf(target), {
      isKept: toMoment
        ? ({ appliedAt }) => appliedAt < moment.getTime() - MOMENT_MARGIN_MS
        : ({ acknowledgedAt }) => acknowledgedAt < backupAt,
      isErased: ({ acknowledgedAt }) => acknowledgedAt < Infinity,
      bookmarks,
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    return {
      text: `restored ${toMoment ? 'to a moment after' : 'as of'} the backup${victim ? `, ${victim} killed meanwhile` : ''} (${seconds} s)`,
      findings,
    };
  }
}

const urlOf = ({ environment }: InstallationUnderTest): string => `http://127.0.0.1:${environment.WAYMARK_PORT}`;

async function succeeded(command: Command): Promise<Awaited<Command>> {
  const done = await command;
  if (done.exitCode !== 0) throw new Error(`${done.command} ended with ${done.exitCode}:\n${done.all}`);
  return done;
}
