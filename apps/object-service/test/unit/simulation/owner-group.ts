import type { Random } from '#testing/workload/random.js';
import { Owner, PARTITIONS } from './owner.js';
import type { SimulatedTime } from './simulated-time.js';

/** After this time without a heartbeat, a member's partitions are reassigned. */
const SESSION_MS = 4000;
const MAX_STOPPED_MS = 15_000;
const MAX_FATE_MOMENTS = 24;

/** The consumer group: its members, and the owners of the partitions. */
export class OwnerGroup {
  private members: Owner[] = [];
  private readonly expelled = new Set<Owner>();
  private generation = 0;

  constructor(
    private readonly time: SimulatedTime,
    private readonly random: Random,
    private readonly create: () => Owner,
  ) {}

  get alive(): Owner[] {
    return this.members;
  }

  start(): void {
    this.members.push(this.create());
    this.rebalance();
  }

  /** A member that does not answer is excluded. The others notice at different times and continue until then. */
  rebalance(): void {
    const generation = ++this.generation;
    for (const member of this.members) if (member.life.state !== 'running') this.expelled.add(member);
    const running = this.members.filter((member) => !this.expelled.has(member));
    if (running.length === 0) return;
    const owned = new Map<Owner, number[]>(running.map((member) => [member, []]));
    for (let partition = 0; partition < PARTITIONS; partition++) owned.get(this.random.pick(running))!.push(partition);
    for (const [member, partitions] of owned) {
      this.time.after(this.random.integer(0, 300), () =>
        member.life.pass(() => generation === this.generation && member.joined(partitions)),
      );
    }
  }

  /** kill -9, before or after one of its next requests. */
  crash(): void {
    const member = this.anyone();
    member?.life.arm(this.random.integer(1, MAX_FATE_MOMENTS), () => {
      member.crash();
      this.remove(member);
      this.time.after(this.random.integer(500, SESSION_MS), () => this.rebalance());
      this.time.after(this.random.integer(200, 3000), () => this.start());
    });
  }

  /** SIGSTOP in the same way, and SIGCONT later, often after others have taken over. */
  stopForAWhile(): void {
    const member = this.anyone();
    member?.life.arm(this.random.integer(1, MAX_FATE_MOMENTS), () => {
      member.life.stop();
      this.time.after(SESSION_MS, () => member.life.state === 'stopped' && this.rebalance());
      this.time.after(this.random.integer(500, MAX_STOPPED_MS), () => this.resume(member));
    });
  }

  /** SIGTERM; another process replaces it. */
  leave(): void {
    const member = this.anyone();
    if (!member) return;
    member.life.disarm();
    void member.leave(() => {
      this.remove(member);
      this.rebalance();
    });
    this.time.after(this.random.integer(1000, 4000), () => this.start());
  }

  /** Ends all faults: stopped processes continue, and all live ones share the partitions. */
  settle(): void {
    for (const member of this.members) {
      member.life.disarm();
      this.resume(member);
    }
  }

  private resume(member: Owner): void {
    if (member.life.state !== 'stopped') return;
    member.life.resume();
    // At its next heartbeat, it finds out that it was excluded; until then it continues as before.
    this.time.after(this.random.integer(0, 2000), () => {
      if (this.expelled.delete(member) && this.members.includes(member)) this.rebalance();
    });
  }

  private anyone(): Owner | undefined {
    const running = this.members.filter((member) => member.life.state === 'running');
    return running.length === 0 ? undefined : this.random.pick(running);
  }

  private remove(member: Owner): void {
    this.members = this.members.filter((each) => each !== member);
  }
}
