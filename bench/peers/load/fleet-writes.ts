import { runWrites } from './run-writes.js';
import type { Target, WriteJob, WriteResult } from './write-job.js';

export type WriteShape = Omit<WriteJob, 'target' | 'objects' | 'firstRound'>;

/** The writes to one peer. Each job continues with later rounds than the one before, so that old values are recognised. */
export class FleetWrites {
  /** @param nextRound 1 if the objects already have the samples of round 0 */
  constructor(
    readonly objects: number,
    private nextRound = 0,
  ) {}

  /**
   * @param onProgress called with the number of acknowledged elements so far
   * @throws Error if a connection ended early, unless `mayFail`
   */
  async write(
    target: Target,
    shape: WriteShape,
    { mayFail = false, onProgress = () => undefined }: { mayFail?: boolean; onProgress?: (acknowledged: number) => void } = {},
  ): Promise<WriteResult> {
    const result = await runWrites({ target, objects: this.objects, firstRound: this.nextRound, ...shape }, onProgress);
    this.nextRound = 1 + result.sentRounds.reduce((last, round) => Math.max(last, round), this.nextRound - 1);
    if (result.errors.length > 0 && !mayFail) throw new Error(`A writer failed: ${result.errors[0]}`);
    return result;
  }

  /** Writes one update of each object. */
  async round(target: Target, { connections, elementsPerCall }: Pick<WriteShape, 'connections' | 'elementsPerCall'>): Promise<void> {
    await this.write(target, { connections, elementsPerCall, rounds: 1 });
  }
}
