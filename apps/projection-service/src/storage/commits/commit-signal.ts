/** Workspaces share slots, which limits memory; a reader woken for another workspace finds nothing and continues to wait. */
const SLOTS = 1024;

/** What a reader waits for: any commit of its workspace, or only one with area events. */
export type WokenBy = 'any' | 'areas';

/** For commits with changes of objects. */
export function slotOf(workspace: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < workspace.length; at++) hash = Math.imul(hash ^ workspace.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SLOTS;
}

/** For commits with area events: wakes readers of those alone and, like `slotOf`, readers of object changes. */
export const areaSlotOf = (workspace: string): number => SLOTS + slotOf(workspace);

/** Everyone is woken by these: few enough for a notification, of 8000 bytes at most. */
export const everySlot = (): number[] => Array.from({ length: SLOTS }, (_, slot) => SLOTS + slot);

/** The process-wide wake-up for long polls, triggered by its own commits and those of other instances. */
export class CommitSignal {
  private readonly versions = new Uint32Array(2 * SLOTS);
  private readonly waiters = new Map<number, Set<() => void>>();
  /** The process is stopping: nobody waits any more. */
  closed = false;

  /** Read it before a page: a later commit then ends the wait at once. */
  version(workspace: string, wokenBy: WokenBy = 'any'): number {
    return this.versions[placeOf(workspace, wokenBy)]!;
  }

  tell(slots: Iterable<number>): void {
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

  /** After the connection to other instances was away. */
  tellAll(): void {
    this.tell(everySlot());
  }

  close(): void {
    this.closed = true;
    this.tellAll();
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
