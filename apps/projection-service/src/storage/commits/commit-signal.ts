/** Workspaces share slots, to limit memory; a reader that is woken for another workspace finds nothing and waits again. */
const SLOTS = 1024;

/** The commits that wake a reader: all of its workspace, or only those with area events. */
export type WokenBy = 'any' | 'areas';

/** Slot for commits with changes of objects. */
export function slotOf(workspace: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < workspace.length; at++) hash = Math.imul(hash ^ workspace.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SLOTS;
}

/** Slot for commits with area events. It wakes readers of only area events and, like `slotOf`, readers of object changes. */
export const areaSlotOf = (workspace: string): number => SLOTS + slotOf(workspace);

/** Slots that wake all readers; few enough for a notification of at most 8000 bytes. */
export const everySlot = (): number[] => Array.from({ length: SLOTS }, (_, slot) => SLOTS + slot);

/** Wakes waiting readers of this process after its own commits and those of other instances. */
export class CommitSignal {
  private readonly versions = new Uint32Array(2 * SLOTS);
  private readonly waiters = new Map<number, Set<() => void>>();
  /** Number of notifications so far, of all workspaces. */
  notified = 0;
  /** Increases when the connection is lost or back: what was read before may be from a database that has been put back since. */
  connection = 0;
  /** Whether the process is stopping, so that nothing waits any longer. */
  closed = false;

  /** Read it before reading a page, so that a later commit ends the wait at once. */
  version(workspace: string, wokenBy: WokenBy = 'any'): number {
    return this.versions[placeOf(workspace, wokenBy)]!;
  }

  wakeSlots(slots: Iterable<number>): void {
    this.notified++;
    for (const slot of slots) {
      if (!(slot >= 0 && slot < 2 * SLOTS)) continue;
      this.wake(slot);
      if (slot >= SLOTS) this.wake(slot - SLOTS);
    }
  }

  private wake(slot: number): void {
    this.versions[slot]!++;
    const waiting = this.waiters.get(slot);
    if (!waiting) return;
    this.waiters.delete(slot);
    for (const wake of waiting) wake();
  }

  /** Wakes all readers after the connection to other instances was lost. */
  wakeAll(): void {
    this.connection++;
    this.wakeSlots(everySlot());
  }

  close(): void {
    this.closed = true;
    this.wakeAll();
  }

  /** Resolves on the next commit after `version`, when the time is up, or when the signal is aborted. */
  async changed(workspace: string, version: number, timeoutMs: number, signal: AbortSignal, wokenBy: WokenBy = 'any'): Promise<void> {
    const slot = placeOf(workspace, wokenBy);
    if (this.closed || this.versions[slot] !== version || timeoutMs <= 0 || signal.aborted) return;
    let waiting = this.waiters.get(slot);
    if (!waiting) this.waiters.set(slot, (waiting = new Set()));
    const set = waiting;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        set.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done, { once: true });
      set.add(done);
    });
  }
}

const placeOf = (workspace: string, wokenBy: WokenBy): number => slotOf(workspace) + (wokenBy === 'areas' ? SLOTS : 0);
