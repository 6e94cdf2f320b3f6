export interface BacklogBounds {
  /** Calls that wait, in all. */
  calls: number;
  /** Of one workspace. */
  callsOfWorkspace: number;
  /** Of their bodies together, read or not. */
  bytes: number;
  ms: number;
}

/**
 * What became of a call: `admitted`, when an attempt said so; `no-room`: it did not wait at all; `late`: it waited for as long as
 * calls may, or its caller went away; `closing`: the gateway stops.
 */
export type LaneOutcome = 'admitted' | 'no-room' | 'late' | 'closing';

interface Waiter {
  attempt: () => boolean;
  settle: (outcome: LaneOutcome) => void;
}

const LOOK_EVERY_MS = 25;

/**
 * Where calls wait that came with `Priority: u=7`, instead of being refused: in the order of coming, workspace by workspace, each
 * tried again and again. What an attempt leaves to others is up to it.
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

  /** All that wait are refused, and nobody waits any more. */
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
