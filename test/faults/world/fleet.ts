import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '#stack/processes/free-port.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { type RunningService, startService } from '#testing/running-service.js';
import type { TestSpace } from '#testing/test-space.js';
import { LATE_REPORTS } from './derived-work.js';

/** The environment of the services in a fault run: intervals so short that many of them fall within a run. */
const QUICK: Partial<Record<ServiceName, Record<string, string>>> = {
  'object-service': { STATE_INTERVAL_MS: '300' },
  // Large enough that no late report of the load comes too late.
  'area-service': { LATE_REPORTS: String(LATE_REPORTS), LATE_SECONDS: '604800', DUE_INTERVAL_MS: '200' },
  'webhook-service': {
    ALLOW_HTTP: 'true',
    ALLOWED_PORTS: '*',
    ALLOWED_NETWORKS: '127.0.0.0/8',
    RETRY_FIRST_MS: '40',
    RETRY_LONGEST_SECONDS: '1',
    LEASE_MS: '3000',
  },
};

/** reliability.md, section 3: back in less than 45 s. */
const BACK_LIMIT_MS = 45_000;
/** All copies of all services at once, on two cores. */
const ALL_BACK_LIMIT_MS = 120_000;

/**
 * The services of a fault run, each in several copies, kept alive as by a supervisor: a process that ends by itself is
 * started again, and its exit is recorded.
 */
export class Fleet {
  readonly members: RunningService[] = [];
  /** Exits that no fault caused, as `service: exit code`. */
  readonly unasked: string[] = [];
  private readonly excused = new Set<RunningService>();
  private readonly turns = new Map<RunningService, Promise<unknown>>();
  private closing = false;

  constructor(
    private readonly space: TestSpace,
    private readonly overrides: (service: ServiceName) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
  ) {}

  of(service: ServiceName): RunningService[] {
    return this.members.filter((member) => member.service === service);
  }

  /** Starts one more copy. The first copy of each service has the port that the other services know. */
  async join(service: ServiceName): Promise<RunningService> {
    const port: Record<string, string> = this.of(service).length === 0 ? {} : { PORT: String((await freePorts(1))[0]) };
    const member = await startService(
      service,
      this.space.environment(service, { ...QUICK[service], ...(await this.overrides(service)), ...port }),
    );
    this.members.push(member);
    this.watch(member);
    return member;
  }

  /** Ends a copy for good; resolves with its exit code. */
  async leave(member: RunningService): Promise<number> {
    this.excused.add(member);
    this.members.splice(this.members.indexOf(member), 1);
    return member.stop();
  }

  /** Ends the member for a fault, and starts it again after `restore`; two faults of the same member take turns. */
  ended(member: RunningService, signal: 'SIGKILL' | 'SIGTERM', restore: () => Promise<unknown> = async () => undefined): Promise<number> {
    return this.inTurn(member, () => this.endedAlone(member, signal, restore));
  }

  private inTurn<Result>(member: RunningService, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.turns.get(member) ?? Promise.resolve()).then(work);
    this.turns.set(
      member,
      turn.catch(() => undefined),
    );
    return turn;
  }

  private async endedAlone(member: RunningService, signal: 'SIGKILL' | 'SIGTERM', restore: () => Promise<unknown>): Promise<number> {
    this.excused.add(member);
    const exited = member.exited;
    member.signal(signal);
    const code = await exited;
    await restore();
    const began = performance.now();
    await member.restart();
    const tookMs = performance.now() - began;
    if (tookMs > BACK_LIMIT_MS) throw new Error(`${member.service} was ready ${Math.round(tookMs)} ms after its start`);
    this.excused.delete(member);
    this.watch(member);
    return code;
  }

  /**
   * Runs a fault that makes each of these members end its own process. Each is started again until it is ready, as by a supervisor.
   * @throws when a member still runs `withinMs` after the cause, or is not ready `ALL_BACK_LIMIT_MS` after that
   */
  async endedByThemselves(members: readonly RunningService[], cause: () => Promise<void>, withinMs: number): Promise<void> {
    const began = members.map((member) => ({ member, exited: member.exited }));
    for (const { member } of began) this.excused.add(member);
    await cause();
    // Waits for all, also if one fails: nothing of this call may continue after it.
    const all = await Promise.allSettled(
      began.map(async ({ member, exited }) => {
        const code = await Promise.race([exited, sleep(withinMs, undefined, { ref: false })]);
        this.excused.delete(member);
        if (code === undefined) {
          this.watch(member);
          throw new Error(`${member.service} ${member.pid} did not end by itself within ${withinMs} ms`);
        }
        const back = this.keepStarting(member).then(() => true);
        if (!(await Promise.race([back, sleep(ALL_BACK_LIMIT_MS, undefined, { ref: false })])))
          throw new Error(`${member.service} was not ready ${ALL_BACK_LIMIT_MS} ms after it had ended`);
      }),
    );
    const failure = all.find((each) => each.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private watch(member: RunningService): void {
    void member.exited.then(async (code) => {
      if (this.closing || this.excused.has(member)) return;
      this.unasked.push(`${member.service}: ${code}`);
      await this.keepStarting(member);
    });
  }

  /** Starts a member that ended by itself, unless a fault that ended it as well has started it meanwhile. */
  private async keepStarting(member: RunningService): Promise<void> {
    const ended = member.pid;
    for (let pause = 500; !this.closing; pause = Math.min(pause * 2, 5_000)) {
      await sleep(pause);
      const isBack = await this.inTurn(member, async () => {
        if (this.closing || member.pid !== ended) return true;
        try {
          await member.restart();
        } catch {
          // Still not ready, for example because the broker is away: a supervisor tries again.
          return false;
        }
        this.watch(member);
        return true;
      });
      if (isBack) return;
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    for (const member of this.members) member.signal('SIGCONT');
    await Promise.all(this.of('gateway').map((member) => member.stop()));
    await Promise.all(this.members.map((member) => member.stop()));
  }
}
