import { OwnershipLostError } from '#kafka/units/unit-processor.js';
import { JudgingProcess, type World } from './judging-process.js';
import { ALL_PARTITIONS } from './random-reports.js';

/** A step that takes longer hangs: nothing that it waits for comes. */
const STUCK_MS = 20_000;
const MAX_STEPS = 4000;

/** The processes among which the partitions are divided, and those that left without noticing it. */
export class JudgingGroup {
  private members: JudgingProcess[] = [];
  private readonly suspended: JudgingProcess[] = [];
  private readonly all: JudgingProcess[] = [];
  private readonly rate: number;

  constructor(private readonly world: World) {
    this.rate = world.random.pick([0.005, 0.02, 0.04]);
  }

  /** Until all reports were delivered. */
  async work(): Promise<void> {
    const { random, log, retentionMs } = this.world;
    for (let step = 0; step < MAX_STEPS; step++) {
      if (this.members.length === 0) await this.join();
      if (this.members.every(({ isThrough }) => isThrough)) return;
      const some = random.pick(this.members);
      const action = random.integer(1, 100);
      if (action <= 62) await this.run(some, () => some.deliver());
      else if (action <= 74) await this.run(some, () => some.judge.publishDue());
      else if (action <= 80) await this.run(some, () => some.judge.followChanges());
      else if (action <= 87) await this.run(some, () => some.outbox.tidy());
      else if (action <= 90) await this.fail(some);
      else if (action <= 92 && this.members.length < ALL_PARTITIONS.length) await this.join();
      else if (action <= 97) this.wakeOne();
      else {
        this.count('power');
        log.lose(() => performance.now() - random.next() * retentionMs * 0.8);
      }
    }
    throw new Error(`The reports were not judged after ${MAX_STEPS} steps.`);
  }

  /** A process without faults takes over and does what is left. */
  async finish(): Promise<void> {
    for (const each of this.suspended) each.life.resume();
    for (const each of this.all) await each.kill();
    const last = new JudgingProcess(this.world, 0, 0);
    this.all.push(last);
    const until = async (work: () => Promise<boolean>): Promise<void> => {
      while (await work());
    };
    await inTime(
      (async () => {
        await last.assign(ALL_PARTITIONS);
        // A unit may be empty although more records follow.
        while (!last.isThrough) await last.deliver();
        await until(() => last.judge.followChanges());
        await until(() => last.judge.publishDue());
        await until(() => last.judge.publishDue());
      })(),
    );
  }

  async end(): Promise<void> {
    for (const each of this.all) await each.kill();
  }

  private async join(): Promise<void> {
    this.count('join');
    const { random } = this.world;
    const started = new JudgingProcess(this.world, this.rate, random.pick([0, 20, 1e9]));
    this.all.push(started);
    this.members.push(started);
    await this.rebalance();
  }

  private async fail(some: JudgingProcess): Promise<void> {
    this.count('crash');
    this.members = this.members.filter((each) => each !== some);
    await some.kill();
    if (this.members.length > 0) await this.rebalance();
  }

  private wakeOne(): void {
    const woken = this.suspended.shift();
    if (woken === undefined) return;
    this.count('resumed');
    woken.life.resume();
  }

  /** Divides the partitions again; members that fail meanwhile leave. */
  private async rebalance(): Promise<void> {
    const { random } = this.world;
    for (;;) {
      const parts = this.members.map((): number[] => []);
      for (const partition of ALL_PARTITIONS) random.pick(parts).push(partition);
      const before = this.members.length;
      for (const [index, member] of [...this.members].entries()) {
        let taken = await this.tried(member, () => member.assign(parts[index]!));
        while (taken === 'failed' || taken === 'lost') taken = await this.tried(member, () => member.assign(parts[index]!));
      }
      if (this.members.length === before || this.members.length === 0) return;
    }
  }

  private async run(some: JudgingProcess, work: () => Promise<unknown>): Promise<void> {
    const outcome = await this.tried(some, work);
    if ((outcome === 'stalled' || outcome === 'lost' || some.mustRewind) && this.members.length > 0) await this.rebalance();
  }

  private async tried(some: JudgingProcess, work: () => Promise<unknown>): Promise<'done' | 'failed' | 'lost' | 'stalled'> {
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
    const { tally } = this.world;
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
