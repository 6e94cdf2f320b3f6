import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import type { HeldHistory } from '../erasing/held-history.js';
import { createPieces, DAY_MS, dropPiece, listPieces, oldestPiece, pieceName, pieceOf, type PartitionedTable } from './time-partitions.js';

/** Pieces are there at least as many days ahead. */
const AHEAD_DAYS = 3;
const ROUND_MS = 10 * 60_000;

/** Sees to it that rows have a piece to go to, and that old pieces go. */
export class PieceKeeper {
  private readonly known = new Set<string>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    readonly tables: readonly PartitionedTable[],
    private readonly logger: Logger,
    /** Drops what may be under a legal hold. Absent: nothing is. */
    private readonly heldHistory?: Pick<HeldHistory, 'drop'>,
  ) {}

  /** First round now; later ones by themselves until `stop`. */
  async start(): Promise<void> {
    await this.createAhead(Date.now());
    this.timer = setInterval(() => (this.running = this.running.then(() => this.round())), ROUND_MS).unref();
  }

  /** A round under way comes to its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.running;
  }

  /** Makes the pieces for these times, if they are not known to be there. @returns whether one was missing */
  async ensure(table: PartitionedTable, times: Iterable<number>): Promise<void> {
    const missing = new Set<number>();
    for (const time of times) {
      const piece = pieceOf(table, time);
      if (!this.known.has(pieceName(table, piece))) missing.add(piece);
    }
    if (missing.size === 0) return;
    const pieces = [...missing].sort((a, b) => a - b);
    await createPieces(this.pool, table, pieces);
    for (const piece of pieces) this.known.add(pieceName(table, piece));
  }

  /** What was known may have been dropped or swapped by another process. */
  forget(): void {
    this.known.clear();
  }

  private async round(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.forget();
    await this.attempt(() => this.createAhead(Date.now()));
    await this.dropOld(Date.now());
  }

  /** What fails of one table, or one piece, stands in nobody else's way. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.stopping.signal.aborted) this.logger.warn({ err: error }, 'Time partitions could not be kept up; tried again in ten minutes.');
    }
  }

  private async createAhead(now: number): Promise<void> {
    for (const table of this.tables) {
      const days = Array.from({ length: AHEAD_DAYS + 2 }, (_, day) => now + (day - 1) * DAY_MS);
      await this.ensure(table, days);
    }
  }

  /** Drops every piece that is wholly older than the retention; what is under a legal hold is kept elsewhere before. */
  async dropOld(now: number): Promise<void> {
    for (const table of this.tables) {
      await this.attempt(async () => {
        const oldestKept = pieceName(table, oldestPiece(table, now));
        for (const name of await listPieces(this.pool, table)) if (name < oldestKept) await this.attempt(() => this.drop(table, name));
      });
    }
  }

  private async drop(table: PartitionedTable, name: string): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const dropped = table.table === 'history' && this.heldHistory ? await this.heldHistory.drop(table, name, this.stopping.signal) : await dropPiece(this.pool, table, name);
    if (dropped) this.logger.info({ table: table.table, piece: name }, 'A time partition older than the retention was dropped.');
  }
}
