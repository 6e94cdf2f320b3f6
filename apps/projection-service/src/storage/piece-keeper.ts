import type { Pool } from 'pg';
import type { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import { createPieces, DAY_MS, dropPiece, listPieces, oldestPiece, type PartitionedTable, pieceName, pieceOf } from './time-partitions.js';

/** Pieces exist at least this many days ahead. */
const AHEAD_DAYS = 3;
const ROUND_MS = 10 * 60_000;

/** Drops pieces of the history after copying their rows under a legal hold. @returns whether the piece was dropped */
export interface HistoryDropper {
  drop(history: PartitionedTable, piece: string, stopping: AbortSignal): Promise<boolean>;
}

/** Creates pieces before rows need them, and drops old ones. */
export class PieceKeeper {
  private readonly known = new Set<string>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    readonly tables: readonly PartitionedTable[],
    private readonly logger: Logger,
    /** Drops pieces that may contain rows under a legal hold; absent if there are no holds. */
    private readonly heldHistory?: HistoryDropper,
  ) {}

  /** Runs the first round now and then regular rounds until `stop`. */
  async start(tasks: UpkeepTasks): Promise<void> {
    const { signal } = this.stopping;
    const ahead = tasks.add('pieces-ahead', ROUND_MS);
    const old = tasks.add('old-pieces', ROUND_MS);
    await this.createAhead(Date.now());
    const round = async (): Promise<void> => {
      if (signal.aborted) return;
      this.forget();
      await ahead.attempt(() => this.createAhead(Date.now()), signal);
      await old.attempt(() => this.dropOld(Date.now()), signal);
    };
    this.timer = setInterval(() => (this.running = this.running.then(round)), ROUND_MS).unref();
  }

  /** Stops after the current round. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.running;
  }

  /** Creates the pieces for these times, unless they are known to exist. @returns whether one was missing */
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

  /** Forgets the known pieces, since another process may have dropped or swapped them. */
  forget(): void {
    this.known.clear();
  }

  private async createAhead(now: number): Promise<void> {
    for (const table of this.tables) {
      const days = Array.from({ length: AHEAD_DAYS + 2 }, (_, day) => now + (day - 1) * DAY_MS);
      await this.ensure(table, days);
    }
  }

  /**
   * Drops every piece that is entirely older than the retention, after copying rows under a legal hold. A failure with one table or piece
   * does not affect the others.
   * @returns whether no such piece is left
   * @throws AggregateError with the failures
   */
  async dropOld(now: number): Promise<boolean> {
    const failures: unknown[] = [];
    let all = true;
    for (const table of this.tables) {
      const oldestKept = pieceName(table, oldestPiece(table, now));
      const names = await listPieces(this.pool, table).catch((error: unknown) => (failures.push(error), []));
      for (const name of names)
        if (name < oldestKept) all = (await this.drop(table, name).catch((error: unknown) => void failures.push(error))) === true && all;
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Partitions older than the retention could not be dropped.');
    return all;
  }

  /** @returns whether the piece was dropped */
  private async drop(table: PartitionedTable, name: string): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    const dropped =
      table.table === 'history' && this.heldHistory
        ? await this.heldHistory.drop(table, name, this.stopping.signal)
        : await dropPiece(this.pool, table, name);
    if (dropped) this.logger.info({ table: table.table, piece: name }, 'A time partition older than the retention was dropped.');
    return dropped;
  }
}
