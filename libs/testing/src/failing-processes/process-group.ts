import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import type { Random } from '../workload/random.js';
import type { Life } from './life.js';

/** A process that reads the partitions it is assigned. */
export interface Member {
  readonly life: Life;
  /** Its partitions must be assigned again. */
  readonly mustRewind: boolean;
  /** Whether all records of its partitions were delivered. */
  readonly isThrough: boolean;
  /** Takes partitions, as after a change of the consumer group. */
  assign(partitions: readonly number[]): Promise<void>;
  /** Ends like `kill -9`. */
  kill(): Promise<void>;
}

export interface GroupOptions<Process extends Member> {
  partitions: readonly number[];
  random: Random;
  /** Faults that occurred, by kind. */
  tally: Map<string, number>;
  /** @param rate probability of a fault in a step of the process */
  start(rate: number): Process;
  /** What a process does. */
  work: readonly Weighted<(process: Process) => Promise<unknown>>[];
  /** Faults of other systems. */
  disturbances?: readonly Weighted<() => Promise<unknown>>[];
}

/** Something that happens as often as its weight is of the sum of all weights; those of the group itself are 10 together. */
interface Weighted<Run> {
  weight: number;
  run: Run;
}

/** A step that takes longer hangs: nothing that it waits for comes. */
const STUCK_MS = 20_000;
const MAX_STEPS = 4000;
const RATES = [0.005, 0.02, 0.04] as const;

/** The processes among which the partitions are divided, and those that left without noticing it. */
export class ProcessGroup<Process extends Member> {
  private members: Process[] = [];
  private readonly suspended: Process[] = [];
  private readonly all: Process[] = [];
  private readonly rate: number;
  private readonly actions: readonly Weighted<(some: Process) => Promise<unknown>>[];

  constructor(private readonly options: GroupOptions<Process>) {
    this.rate = options.random.pick(RATES);
    this.actions = [
      ...options.work.map(({ weight, run }) => ({ weight, run: (some: Process) => this.run(some, run) })),
      ...(options.disturbances ?? []),
      { weight: 3, run: (some) => this.crash(some) },
      { weight: 2, run: () => this.joinOthers() },
      { weight: 5, run: () => this.wakeOne() },
    ];
  }

  /** Until all records were delivered. */
  async work(): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step++) {
      if (this.members.length === 0) await this.join();
      if (this.members.every(({ isThrough }) => isThrough)) return;
      await this.nextAction()(this.options.random.pick(this.members));
    }
    throw new Error(`The records were not processed after ${MAX_STEPS} steps.`);
  }

  /** A process without faults takes over and does what is left. */
  async finish(left: (last: Process) => Promise<void>): Promise<void> {
    for (const each of this.suspended) each.life.resume();
    await this.end();
    const last = this.options.start(0);
    this.all.push(last);
    await inTime(last.assign(this.options.partitions).then(() => left(last)));
  }

  async end(): Promise<void> {
    for (const each of this.all) await each.kill();
  }

  private nextAction(): (some: Process) => Promise<unknown> {
    let left = this.options.random.next() * this.actions.reduce((sum, { weight }) => sum + weight, 0);
    return this.actions.find(({ weight }) => (left -= weight) < 0)!.run;
  }

  private async joinOthers(): Promise<void> {
    if (this.members.length < this.options.partitions.length) await this.join();
  }

  private async join(): Promise<void> {
    this.count('join');
    const started = this.options.start(this.rate);
    this.all.push(started);
    this.members.push(started);
    await this.rebalance();
  }

  private async crash(some: Process): Promise<void> {
    this.count('crash');
    this.members = this.members.filter((each) => each !== some);
    await some.kill();
    if (this.members.length > 0) await this.rebalance();
  }

  private async wakeOne(): Promise<void> {
    const woken = this.suspended.shift();
    if (woken === undefined) return;
    this.count('resumed');
    woken.life.resume();
  }

  /** Divides the partitions again; members that fail meanwhile leave. */
  private async rebalance(): Promise<void> {
    const { random, partitions } = this.options;
    for (;;) {
      const parts = this.members.map((): number[] => []);
      for (const partition of partitions) random.pick(parts).push(partition);
      const before = this.members.length;
      for (const [index, member] of [...this.members].entries()) {
        let taken = await this.tried(member, () => member.assign(parts[index]!));
        while (taken === 'failed' || taken === 'lost') taken = await this.tried(member, () => member.assign(parts[index]!));
      }
      if (this.members.length === before || this.members.length === 0) return;
    }
  }

  private async run(some: Process, work: (process: Process) => Promise<unknown>): Promise<void> {
    const outcome = await this.tried(some, () => work(some));
    if ((outcome === 'stalled' || outcome === 'lost' || some.mustRewind) && this.members.length > 0) await this.rebalance();
  }

  private async tried(some: Process, work: () => Promise<unknown>): Promise<'done' | 'failed' | 'lost' | 'stalled'> {
    const done = work().then(
      () => 'done' as const,
      (error: unknown) => (error instanceof OwnershipLostError ? ('lost' as const) : ('failed' as const)),
    );
    const outcome = await inTime(Promise.race([done, some.life.stalled.then(() => 'stalled' as const)]));
    if (outcome === 'stalled') {
      this.members = this.members.filter((each) => each !== some);
      if (!some.life.isDead) this.suspended.push(some);
    }
    return outcome;
  }

  private count(fault: string): void {
    const { tally } = this.options;
    tally.set(fault, (tally.get(fault) ?? 0) + 1);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`A step took longer than ${STUCK_MS / 1000} s.`)), STUCK_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
