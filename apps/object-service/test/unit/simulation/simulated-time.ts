interface Timer {
  at: number;
  order: number;
  action: (() => void) | undefined;
}

const realTurn = globalThis.setImmediate;
/** Start of the simulated clock; operations created by it are neither old nor in the future. */
export const BEGIN = Date.parse('2026-01-01T00:00:00Z');

/**
 * The only clock of a simulation. Everything that takes time is an action in its queue. After each action, all promises that it resolved
 * have run, so the same seed produces the same run.
 */
export class SimulatedTime {
  now = 0;
  private readonly heap: Timer[] = [];
  private order = 0;

  after(milliseconds: number, action: () => void): Timer {
    const timer: Timer = { at: this.now + Math.max(0, milliseconds), order: this.order++, action };
    this.push(timer);
    return timer;
  }

  cancel(timer: Timer | undefined): void {
    if (timer) timer.action = undefined;
  }

  async runFor(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (let next = this.heap[0]; next && next.at <= end; next = this.heap[0]) {
      this.pop();
      this.now = Math.max(this.now, next.at);
      if (!next.action) continue;
      next.action();
      await new Promise<void>((resolve) => realTurn(resolve));
    }
    this.now = end;
  }

  /** Replaces the global clock by this one. @returns a function that restores the global clock */
  install(): () => void {
    const { setTimeout: wait, clearTimeout: clear } = globalThis;
    const { now: wall } = Date;
    const monotonic = performance.now;
    globalThis.setTimeout = ((action: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
      this.after(milliseconds, () => action(...given))) as never;
    globalThis.clearTimeout = ((timer: Timer | undefined) => this.cancel(timer)) as never;
    Date.now = () => BEGIN + Math.floor(this.now);
    performance.now = () => this.now;
    return () => {
      globalThis.setTimeout = wait;
      globalThis.clearTimeout = clear;
      Date.now = wall;
      performance.now = monotonic;
    };
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(timer, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = timer;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
      if (!before(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

function before(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
