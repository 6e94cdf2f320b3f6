import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#problems/problem.js';
import { productRoot } from '#settings/product-root.js';
import type { Logger } from '#telemetry/logger.js';
import type { RebuildRun, RebuildRuns } from './rebuild-runs.js';
import type { RebuildMode } from './rebuild-work.js';

const MAIN = join(productRoot(), 'dist/services/projection-rebuild.js');
const OPTIONS: Readonly<Record<RebuildMode, readonly string[]>> = {
  build: [],
  check: ['--check'],
  accept: ['--accept-differences'],
  undo: ['--undo'],
};
const BEGIN_MS = 15_000;
const END_MS = 15_000;
const POLL_MS = 100;
const LAST_WORDS = 2000;

/**
 * Starts rebuilds. Each runs in a separate process, so that reads are not slowed down and its memory is freed afterwards.
 */
export class RebuildProcess {
  private child: ChildProcess | undefined;
  private starting = false;

  constructor(
    readonly runs: RebuildRuns,
    private readonly logger: Logger,
  ) {}

  /** @throws Problem 409 while a rebuild is running in any process; 503 when it does not start */
  async start(mode: RebuildMode): Promise<RebuildRun> {
    if (this.starting) throw atWork();
    this.starting = true;
    try {
      const [before] = await this.runs.list();
      if (before?.status === 'running') throw atWork();
      // A rebuild that has reported its end may still be cleaning up.
      await this.ended();
      return await this.begin(mode, before);
    } finally {
      this.starting = false;
    }
  }

  private async begin(mode: RebuildMode, before: RebuildRun | undefined): Promise<RebuildRun> {
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN, ...OPTIONS[mode]], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    let words = '';
    child.stderr.on('data', (text: Buffer) => (words = (words + text.toString()).slice(-LAST_WORDS)));
    void once(child, 'exit').then(([code]) => {
      this.child = undefined;
      if (code === 1) this.logger.error({ says: words.trim() }, 'A rebuild has failed.');
    });
    for (const deadline = performance.now() + BEGIN_MS; performance.now() < deadline; await sleep(POLL_MS)) {
      const [newest] = await this.runs.list();
      if (newest !== undefined && newest.id !== before?.id) return newest;
      if (this.child !== child) break;
    }
    child.kill();
    if (words.startsWith('Another rebuild')) throw atWork();
    throw new Problem('unavailable', 'The rebuild did not start; the log of the projection service has the reason.', {
      headers: { 'retry-after': '10' },
    });
  }

  /** Stops a running rebuild, which drops what it has built. */
  async stop(): Promise<void> {
    const { child } = this;
    child?.kill();
    await this.ended();
    if (child?.kill('SIGKILL')) this.logger.warn({ seconds: END_MS / 1000 }, 'A rebuild did not finish in time and was killed.');
  }

  private async ended(): Promise<void> {
    if (this.child !== undefined) await Promise.race([once(this.child, 'exit'), sleep(END_MS, undefined, { ref: false })]);
  }
}

const atWork = (): Problem =>
  new Problem('conflict', 'A rebuild of this projection is already running; GET /operator/rebuild shows its progress.');
