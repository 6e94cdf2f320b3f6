import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Figures } from '../posting/figures.js';
import { LiveLine } from '../posting/live-line.js';
import { type ElementResult, UnavailableError, UpdateClient, type UpdateClientOptions } from '../posting/update-client.js';
import { type ReadRow, readRows } from './read-rows.js';
import type { RowColumns } from './row.js';

export interface ReplayOptions extends UpdateClientOptions {
  file: string;
  columns: RowColumns;
  /** Factor of the original speed; Infinity: as fast as possible. */
  speed: number;
  signal: AbortSignal;
}

export interface ReplaySummary {
  figures: Figures;
  unreadable: number;
}

const BATCH = 500;
const MAX_ATTEMPTS = 30;
const SHOW_MS = 250;
/** Most unreadable lines that are shown, since a fault of one column is in every line. */
const SHOWN_UNREADABLE = 20;

/**
 * Posts a recorded track in the order of its file, one call at a time, so that the rows of an object stay in order. Each call has an
 * Idempotency-Key, so that repetitions after a fault are applied once.
 * @throws RefusedError, UnavailableError (after 30 attempts), MissingColumnError
 */
export async function runReplay({ file, columns, speed, signal, ...target }: ReplayOptions, line = new LiveLine()): Promise<ReplaySummary> {
  const summary: ReplaySummary = { figures: new Figures(), unreadable: 0 };
  const { size } = await stat(file);
  const client = new UpdateClient({ ...target, connections: 1 }, summary.figures);
  const clock = new ReplayClock(speed, signal);
  let batch: ReadRow[] = [];
  let bytesRead = 0;

  const show = () =>
    line.show(
      `${String(Math.floor((100 * bytesRead) / Math.max(1, size))).padStart(3)} %  ${summary.figures}  unreadable ${summary.unreadable}`,
    );
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const rows = batch;
    batch = [];
    for (const { index, error } of rejectedOf(await postWithRetries(client, rows, signal, line))) {
      line.print(`line ${rows[index]?.line}: rejected: ${error?.code}: ${error?.detail}`, process.stderr);
    }
    show();
  };

  const timer = setInterval(show, SHOW_MS);
  try {
    const unreadable = (number: number, reason: string): void => {
      summary.unreadable += 1;
      if (summary.unreadable <= SHOWN_UNREADABLE) line.print(`line ${number}: ${reason}`, process.stderr);
      if (summary.unreadable === SHOWN_UNREADABLE) line.print('Further unreadable lines are only counted.', process.stderr);
    };
    for await (const row of readRows(file, columns, unreadable)) {
      if (signal.aborted) break;
      if (clock.isAhead(row.at)) {
        await flush();
        await clock.waitFor(row.at);
      }
      batch.push(row);
      bytesRead = row.bytesRead;
      if (batch.length >= BATCH) await flush();
    }
    if (!signal.aborted) await flush();
  } finally {
    clearInterval(timer);
    await client.close();
    line.end(`${summary.figures}  unreadable ${summary.unreadable}`);
  }
  return summary;
}

function rejectedOf(results: readonly ElementResult[]): ElementResult[] {
  return results.filter(({ status }) => status === 'rejected');
}

async function postWithRetries(
  client: UpdateClient,
  rows: readonly ReadRow[],
  signal: AbortSignal,
  line: LiveLine,
): Promise<ElementResult[]> {
  const key = randomUUID();
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.post(
        rows.map(({ element }) => element),
        key,
      );
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === MAX_ATTEMPTS || signal.aborted) throw error;
      line.show(`waiting: ${error.message}`);
      await sleep(error.retryAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Times the rows: the first row is sent now, later times follow at the given speed, and earlier times are sent at once. */
class ReplayClock {
  #firstAt: number | undefined;
  readonly #startedAt = performance.now();

  constructor(
    private readonly speed: number,
    private readonly signal: AbortSignal,
  ) {}

  isAhead(at: number): boolean {
    return this.#remainingMs(at) > 0;
  }

  async waitFor(at: number): Promise<void> {
    // In several waits, since a timer lasts 24 days at most.
    for (let left = this.#remainingMs(at); left > 0 && !this.signal.aborted; left = this.#remainingMs(at)) {
      await sleep(Math.min(left, 86_400_000), undefined, { signal: this.signal }).catch(() => undefined);
    }
  }

  #remainingMs(at: number): number {
    if (this.speed === Infinity) return 0;
    this.#firstAt ??= at;
    return this.#startedAt + (at - this.#firstAt) / this.speed - performance.now();
  }
}
