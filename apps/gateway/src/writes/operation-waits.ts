import type { ElementOutcome, RecordOutcome } from '#contracts/outcome.js';

/** One call that waits for the outcomes of its records. */
export class OperationWait {
  /** Resolves with the outcomes, or with undefined if they did not arrive in time. */
  readonly settled: Promise<ElementOutcome[] | undefined>;
  /** Another call that waits for the same operation, sent with the same Idempotency-Key. */
  next: OperationWait | undefined;
  private readonly results: ElementOutcome[] = [];
  private resolve: (results: ElementOutcome[] | undefined) => void;

  constructor(
    private readonly missing: number[],
    readonly deadline: number,
  ) {
    this.settled = new Promise((resolve) => (this.resolve = resolve));
  }

  /** @returns true for the last missing outcome; outcomes of a partition may arrive twice */
  take(outcome: RecordOutcome): boolean {
    const at = this.missing.indexOf(outcome.partition);
    if (at < 0) return false;
    this.missing.splice(at, 1);
    for (const result of outcome.results) this.results.push(result);
    if (this.missing.length > 0) return false;
    this.resolve(this.results);
    return true;
  }

  giveUp(): void {
    this.resolve(undefined);
  }
}

const SWEEP_MS = 50;

/**
 * The waiting calls, by operation. Admission limits their number. One timer serves all of them, since nearly every call is settled
 * long before its deadline.
 */
export class OperationWaits {
  private readonly waits = new Map<string, OperationWait>();
  private sweeper: NodeJS.Timeout | undefined;
  private closed = false;

  /** Number of operations with waiting calls. */
  get size(): number {
    return this.waits.size;
  }

  /** Call it before sending the records, since outcomes may arrive before the acknowledgement. */
  add(operationId: string, partitions: readonly number[], waitMs: number): OperationWait {
    const wait = new OperationWait([...partitions], performance.now() + waitMs);
    if (this.closed) {
      wait.giveUp();
      return wait;
    }
    wait.next = this.waits.get(operationId);
    this.waits.set(operationId, wait);
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS);
    return wait;
  }

  remove(operationId: string, wait: OperationWait): void {
    const first = this.waits.get(operationId);
    if (first === wait) {
      if (wait.next === undefined) this.waits.delete(operationId);
      else this.waits.set(operationId, wait.next);
      return;
    }
    for (let at = first; at !== undefined; at = at.next) if (at.next === wait) at.next = wait.next;
  }

  take(outcome: RecordOutcome): void {
    for (let wait = this.waits.get(outcome.operationId); wait !== undefined; wait = wait.next) {
      if (wait.take(outcome)) this.remove(outcome.operationId, wait);
    }
  }

  private sweep(): void {
    const now = performance.now();
    for (const [operationId, first] of this.waits) {
      for (let wait: OperationWait | undefined = first; wait !== undefined; wait = wait.next) {
        if (wait.deadline > now) continue;
        this.remove(operationId, wait);
        wait.giveUp();
      }
    }
    if (this.waits.size === 0) this.stopSweeping();
  }

  private stopSweeping(): void {
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }

  /** Ends all waits and starts no further ones; the operations continue and can be looked up. */
  close(): void {
    this.closed = true;
    for (const first of this.waits.values()) {
      for (let wait: OperationWait | undefined = first; wait !== undefined; wait = wait.next) wait.giveUp();
    }
    this.waits.clear();
    this.stopSweeping();
  }
}
