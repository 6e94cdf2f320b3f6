import type { StateRecord } from './outgoing-records.js';

/** Objects whose newest state is not on `object.state` yet, by id; null if the state has to be read from Postgres. */
type PartitionStates = Map<string, StateRecord | null>;

/** States that wait to be published, by partition: each object once, with its newest state. */
export class DirtyStates {
  private byPartition = new Map<number, PartitionStates>();
  private count = 0;

  /** Number of waiting objects. */
  get size(): number {
    return this.count;
  }

  /** Adds a state; it replaces a waiting one of the same object. */
  put(partition: number, externalId: string, state: StateRecord | null): void {
    const states = this.statesOf(partition);
    const waiting = states.get(externalId);
    if (waiting === undefined) this.count += 1;
    else if (waiting !== null && (state === null || state.revision < waiting.revision)) return;
    states.set(externalId, state);
  }

  /** Removes and returns everything. */
  take(): Map<number, PartitionStates> {
    const taken = this.byPartition;
    this.byPartition = new Map();
    this.count = 0;
    return taken;
  }

  /**
   * Puts unpublished states back, except where a newer one waits.
   * @param trusted false if another owner may have written since, so that the states have to be read again
   */
  putBack(taken: ReadonlyMap<number, PartitionStates>, trusted: boolean): void {
    for (const [partition, states] of taken) {
      for (const [externalId, state] of states) {
        if (!this.byPartition.get(partition)?.has(externalId)) this.put(partition, externalId, trusted ? state : null);
      }
    }
  }

  /**
   * Drops the states of all other partitions: their new owners publish from the watermark on. The given partitions may have had
   * another owner in between, so their states have to be read again.
   */
  keepOnly(partitions: readonly number[]): void {
    for (const [partition, states] of this.byPartition) {
      if (partitions.includes(partition)) {
        for (const externalId of states.keys()) states.set(externalId, null);
        continue;
      }
      this.count -= states.size;
      this.byPartition.delete(partition);
    }
  }

  private statesOf(partition: number): PartitionStates {
    let states = this.byPartition.get(partition);
    if (states === undefined) this.byPartition.set(partition, (states = new Map()));
    return states;
  }
}
