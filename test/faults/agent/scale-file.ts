import { appendFile } from 'node:fs/promises';
import { setInterval as every } from 'node:timers/promises';
import type { Random } from '#testing/workload/random.js';

const EVERY_MS = 50;
const THINGS = 8;
const ROWS_A_FILE = 400;

export interface WrittenRow {
  readonly id: string;
  readonly at: number;
  readonly lat: number;
  readonly lon: number;
}

/**
 * A scale that writes its weighings to NDJSON files, appended row by row. It begins a new file every now and then, and
 * sometimes writes a row in two parts.
 */
export class ScaleFile {
  readonly rows: WrittenRow[] = [];
  private readonly stopping = new AbortController();
  private readonly writing: Promise<void>;

  constructor(
    private readonly folder: string,
    private readonly random: Random,
  ) {
    this.writing = this.write();
  }

  /** Resolves when the last row is whole in its file. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.writing;
  }

  private async write(): Promise<void> {
    let at = 0;
    try {
      for await (const _tick of every(EVERY_MS, undefined, { signal: this.stopping.signal })) {
        at = Math.max(at + 1, Date.now());
        await this.append({
          id: `t-${this.random.integer(1, THINGS)}`,
          at,
          lat: Number((53 + this.random.next()).toFixed(6)),
          lon: Number((-3 + this.random.next()).toFixed(6)),
        });
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
  }

  private async append(row: WrittenRow): Promise<void> {
    const file = `${this.folder}/scale-${String(Math.floor(this.rows.length / ROWS_A_FILE)).padStart(4, '0')}.ndjson`;
    const line = `${JSON.stringify({ id: row.id, at: new Date(row.at).toISOString(), lat: row.lat, lon: row.lon })}\n`;
    const cut = this.random.chance(0.1) ? this.random.integer(1, line.length - 1) : line.length;
    await appendFile(file, line.slice(0, cut));
    if (cut < line.length) await appendFile(file, line.slice(cut));
    this.rows.push(row);
  }
}
