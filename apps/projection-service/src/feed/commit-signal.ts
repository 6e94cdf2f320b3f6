/** Workspaces share slots, so that memory is bounded; a reader woken for another workspace finds nothing and waits on. */
const SLOTS = 1024;

export function slotOf(workspace: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < workspace.length; at++) hash = Math.imul(hash ^ workspace.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SLOTS;
}

/** The process's one wake-up for long polls: fed by its own commits and by those of other instances. */
export class CommitSignal {
  private readonly versions = new Uint32Array(SLOTS);
  private readonly waiters = new Map<number, Set<() => void>>();
  /** The process stops: nobody waits any more. */
  closed = false;

  /** Taken before a page is read: a commit after it ends the wait at once. */
  version(workspace: string): number {
    return this.versions[slotOf(workspace)]!;
  }

  tell(slots: Iterable<number>): void {
    for (const slot of slots) {
      if (!(slot >= 0 && slot < SLOTS)) continue;
      this.versions[slot]!++;
      const waiting = this.waiters.get(slot);
      if (!waiting) continue;
      this.waiters.delete(slot);
      for (const wake of waiting) wake();
    }
  }

  /** After the connection to other instances was away. */
  tellAll(): void {
    this.tell(this.versions.keys());
  }

  close(): void {
    this.closed = true;
    this.tellAll();
  }

  /** Resolves on the next commit after `version`, when the time is up, or when the signal is given. */
  async changed(workspace: string, version: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const slot = slotOf(workspace);
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
