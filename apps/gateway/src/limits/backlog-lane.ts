export interface BacklogBounds {
  /** Most waiting calls in total. */
  calls: number;
  /** Most waiting calls of one workspace. */
  callsOfWorkspace: number;
  /** Most bytes of their bodies together, read or not. */
  bytes: number;
  ms: number;
}

/**
 * How a wait ended: `admitted`; `no-room`: the lane was full; `late`: the longest wait was over, or the caller disconnected;
 * `closing`: the gateway stops.
 */
export type LaneOutcome = 'admitted' | 'no-room' | 'late' | 'closing';

interface Waiter {
  attempt: () => boolean;
  settle: (outcome: LaneOutcome) => void;
}

const LOOK_EVERY_MS = 25;

/**
 * Calls with `Priority: u=7` wait here instead of being refused, in order of arrival within their workspace. Each is tried again
 * and again; the attempt decides how much of the limit it leaves to other calls.
 */
export class BacklogLane {
  private readonly queues = new Map<string, Waiter[]>();
  private calls = 0;
  private bytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly bounds: BacklogBounds) {}

  get waitingCalls(): number {
    return this.calls;
  }

  wait(workspace: string, bytes: number, attempt: () => boolean, gone: AbortSignal): Promise<LaneOutcome> {
    const queue = this.queues.get(workspace);
    if (queue === undefined && attempt()) return Promise.resolve('admitted');
    const { bounds } = this;
    if (this.closed) return Promise.resolve('closing');
    if (gone.aborted) return Promise.resolve('late');
    if (this.calls >= bounds.calls || (queue?.length ?? 0) >= bounds.callsOfWorkspace || this.bytes + bytes > bounds.bytes)
      return Promise.resolve('no-room');
    return new Promise((resolve) => this.enter(workspace, bytes, attempt, gone, resolve));
  }

  /** Refuses all waiting calls, and accepts no further ones. */
  close(): void {
    this.closed = true;
    for (const queue of [...this.queues.values()]) for (const waiter of [...queue]) waiter.settle('closing');
  }

  private enter(
    workspace: string,
    bytes: number,
    attempt: () => boolean,
    gone: AbortSignal,
    resolve: (outcome: LaneOutcome) => void,
  ): void {
    const leave = (): void => settle('late');
    const late = setTimeout(leave, this.bounds.ms);
    const settle = (outcome: LaneOutcome): void => {
      clearTimeout(late);
      gone.removeEventListener('abort', leave);
      this.remove(workspace, waiter, bytes);
      resolve(outcome);
    };
    const waiter: Waiter = { attempt, settle };
    gone.addEventListener('abort', leave);
    const queue = this.queues.get(workspace);
    if (queue === undefined) this.queues.set(workspace, [waiter]);
    else queue.push(waiter);
    this.calls += 1;
    this.bytes += bytes;
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  private look(): void {
    for (const queue of [...this.queues.values()]) {
      for (let first = queue[0]; first?.attempt() === true; first = queue[0]) first.settle('admitted');
    }
  }

  private remove(workspace: string, waiter: Waiter, bytes: number): void {
    const queue = this.queues.get(workspace);
    const at = queue?.indexOf(waiter) ?? -1;
    if (queue === undefined || at < 0) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.queues.delete(workspace);
    this.calls -= 1;
    this.bytes -= bytes;
    if (this.calls > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
