import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Finding } from '#testing/oracle/history.js';
import { Random } from '#testing/workload/random.js';
import { DrillRecord } from './drill-record.js';
import { type Bookmark, DrilledInstallation, succeeded } from './drilled-installation.js';

const WORKSPACE = 'drill';
/** So slow that the backup takes a few seconds. */
const MIB_PER_SECOND = '12';
const KILLED = ['object-service', 'projection-service', 'gateway', 'area-service', 'report-service'] as const;
/** A commit may be answered a little later than it happened. */
const MOMENT_MARGIN_MS = 1_000;
/** The history of a chain of installations stays short enough to be judged as a whole after each round. */
const ROUNDS_PER_CHAIN = 6;
/** A run whose service was killed may end with an error, and is repeated. */
const MAX_RUNS = 10;
const BETWEEN_RUNS_MS = 2_000;
const SHOWN = 20;

const KINDS = ['to the backup', 'to a moment after the backup', 'move'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Backs up a complete installation under load and restores it into another one, or moves the workspace of its clients into another one,
 * while services and the command are killed. The next round continues with the new installation. The oracle judges each.
 * @returns whether all rounds were sound
 */
export async function drill(rounds: number, seed: number): Promise<boolean> {
  console.log(`${rounds} rounds, seed ${seed}; replay with: npm run soak -- --drill --rounds ${rounds} --seed ${seed}`);
  const random = new Random(seed);
  const totals = { failed: 0, acknowledged: 0 };
  for (let done = 0; done < rounds; done += ROUNDS_PER_CHAIN) {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-drill-'));
    await chmod(folder, 0o777);
    const chain = await Chain.begin(folder, random.fork());
    try {
      for (let round = done + 1; round <= Math.min(rounds, done + ROUNDS_PER_CHAIN); round++) {
        const { text, findings } = await chain
          .round()
          .catch((error: unknown) => ({ text: 'broken off', findings: [{ rule: 'broken', detail: String(error) }] }));
        console.log(`${round}/${rounds} ${findings.length === 0 ? 'ok     ' : 'FAILED '} ${text}`);
        for (const { rule, detail } of findings.slice(0, SHOWN)) console.log(`  ${rule}: ${detail.slice(0, 1_500)}`);
        if (findings.length === 0) continue;
        totals.failed++;
        break;
      }
      totals.acknowledged += chain.acknowledged;
    } finally {
      await chain.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  console.log(`${rounds} rounds, ${totals.failed} failed; ${totals.acknowledged} acknowledged elements.`);
  return totals.failed === 0;
}

/** Installations, each of which continues the one before. */
class Chain {
  private kinds: Kind[] = [];
  private made = 0;
  private readonly key: string;

  private constructor(
    private readonly folder: string,
    private readonly random: Random,
    private present: DrilledInstallation,
    private readonly record: DrillRecord,
  ) {
    this.key = join(folder, 'key');
  }

  static async begin(folder: string, random: Random): Promise<Chain> {
    const first = await DrilledInstallation.create(WORKSPACE, await archiveIn(folder, 0));
    try {
      await first.start();
      const chain = new Chain(folder, random, first, new DrillRecord(WORKSPACE, await first.token()));
      await succeeded(first.installation.waymark('backup', '--new-key', chain.key));
      return chain;
    } catch (error) {
      await first.destroy();
      throw error;
    }
  }

  get acknowledged(): number {
    return this.record.acknowledged;
  }

  close(): Promise<void> {
    return this.present.destroy();
  }

  async round(): Promise<{ text: string; findings: Finding[] }> {
    const startedAt = performance.now();
    const { random } = this;
    // Each kind once in three rounds.
    if (this.kinds.length === 0) this.kinds = [...KINDS];
    const [kind] = this.kinds.splice(random.integer(0, this.kinds.length - 1), 1) as [Kind];
    const next = await DrilledInstallation.create(WORKSPACE, await archiveIn(this.folder, ++this.made));
    const former = this.present;
    let done: { text: string; findings: Finding[] };
    try {
      this.record.load(former, random.integer(1, 1e9));
      await sleep(random.integer(1_000, 5_000));
      done = await (kind === 'move' ? this.move(next) : this.restore(next, kind));
    } catch (error) {
      await next.destroy();
      throw error;
    }
    this.present = next;
    await former.destroy();
    return { ...done, text: `${done.text} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)` };
  }

  /** Kills a service, sometimes. @returns its name */
  private async kill(installations: readonly DrilledInstallation[], withinMs: number): Promise<string> {
    const { random } = this;
    const [victim, from, after] = [random.pick(KILLED), random.pick(installations), random.integer(0, withinMs)];
    if (!random.chance(0.6)) return '';
    await sleep(after);
    process.kill(from.installation.record(victim).pid, 'SIGKILL');
    return `, ${victim} killed meanwhile`;
  }

  private async restore(next: DrilledInstallation, kind: Exclude<Kind, 'move'>): Promise<{ text: string; findings: Finding[] }> {
    const { random, record, folder, present } = this;
    const { installation } = present;
    const file = join(folder, `${this.made}.backup`);
    const bookmarks: Bookmark[] = [await present.bookmark(record.token)];
    const backupAt = performance.now();
    const making = succeeded(installation.waymark('backup', file, '--key-file', this.key, '--rate', MIB_PER_SECOND));
    const [killed] = await Promise.all([this.kill([present], 4_000), making]);
    await sleep(random.integer(0, 3_000));
    const [moment, momentAt] = [new Date(), performance.now()];
    const toMoment = kind === 'to a moment after the backup';
    if (toMoment) await sleep(random.integer(2_000, 4_000));
    await record.stopLoad(present);
    const before = await record.judge(present);
    if (before.length > 0) return { text: `before the restore${killed}`, findings: before };
    bookmarks.push(await present.bookmark(record.token));

    await succeeded(installation.run('stop'));
    const erasures = join(folder, 'erasures.ndjson');
    await copyFile(join(installation.data, 'erasures.ndjson'), erasures).catch(() => undefined);
    const until = toMoment ? ['--until', moment.toISOString(), '--wal-archive', installation.environment['WAYMARK_WAL_ARCHIVE']!] : [];
    await succeeded(next.installation.waymark('restore', file, '--key-file', this.key, '--erasures', erasures, ...until));
    await rm(file);
    await next.start();
    // What was accepted is on the log, which is restored as of the backup; only an outcome shows that it was also applied.
    const isKept = ({ answeredAt, status }: Call): boolean =>
      answeredAt < backupAt || (toMoment && answeredAt < momentAt - MOMENT_MARGIN_MS && status !== 202);
    record.continue('restored', isKept);
    return { text: `restored ${kind}${killed}`, findings: await record.judge(next, bookmarks) };
  }

  private async move(next: DrilledInstallation): Promise<{ text: string; findings: Finding[] }> {
    const { random, record, present } = this;
    await next.start();
    const bookmark = await present.bookmark(record.token);
    const file = join(this.folder, 'token-of-the-other-side');
    await writeFile(file, await next.operatorToken(), { mode: 0o600 });
    const operator = await present.operatorToken();
    const killing = this.kill([present, next], 6_000);
    const outputs: string[] = [];
    let interrupted = 0;
    for (let isMoved = false; !isMoved;) {
      if (outputs.length === MAX_RUNS)
        return { text: `move, ${await killing}`, findings: [{ rule: 'not-moved', detail: outputs.at(-1)! }] };
      const running = present.installation.waymarkAs(operator, 'move', WORKSPACE, '--to', next.url, '--token-file', file);
      // From the start to the end of a move: the steps take up to ten seconds in total.
      const timer = random.chance(0.5) ? setTimeout(() => running.kill('SIGKILL'), random.integer(500, 9_000)) : undefined;
      const { exitCode, signal, all } = await running;
      clearTimeout(timer);
      outputs.push(all);
      if (signal === 'SIGKILL') interrupted++;
      isMoved = exitCode === 0;
      if (!isMoved) await sleep(BETWEEN_RUNS_MS);
    }
    const killed = await killing;
    await sleep(random.integer(500, 3_000));
    await record.stopLoad(present);
    const text = `moved${killed}, ${outputs.length} runs of the command, ${interrupted} killed`;
    const before = await record.readLog(present);
    record.continue('moved');
    return { text, findings: [...before, ...(await record.judge(next, [bookmark], present))] };
  }
}

async function archiveIn(folder: string, number: number): Promise<string> {
  const archive = join(folder, `wal-${number}`);
  await mkdir(archive);
  // If root starts the database, it runs as another user.
  await chmod(archive, 0o777);
  return archive;
}
