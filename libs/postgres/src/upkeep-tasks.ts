import { Counter, Gauge } from 'prom-client';
import { type Finding, fine, warning } from '#contracts/directory/diagnosis.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';

/** A task is overdue after this number of intervals, plus the duration of its last run. */
const INTERVALS = 3;

/** All periodic tasks of a service, and when each last succeeded. One instance per process. */
export class UpkeepTasks {
  private readonly tasks = new Map<string, UpkeepTask>();
  private readonly failures: Counter<'task'>;

  constructor(
    registry: Registry,
    private readonly logger: Logger,
    private readonly clock: () => number = Date.now,
  ) {
    this.failures = new Counter({
      name: 'waymark_upkeep_failures_total',
      help: 'Failed runs of an upkeep task; the next run follows as usual.',
      labelNames: ['task'],
      registers: [registry],
    });
    this.gauge(
      registry,
      'waymark_upkeep_last_success_timestamp_seconds',
      'Unix time at which an upkeep task last succeeded in this process; before the first success, when the process began.',
      (task) => task.succeededAt / 1000,
    );
    this.gauge(
      registry,
      'waymark_upkeep_overdue',
      '1: an upkeep task has neither succeeded nor got on for three of its intervals and as long as it took ' +
        'last time, here or in another instance; 0: it has.',
      (task) => Number(task.isOverdue(this.clock())),
    );
  }

  /**
   * Adds a task. Names must be unique within a service.
   * @param everyMs interval in which the task should succeed; less than a minute counts as a minute
   */
  add(name: string, everyMs: number): UpkeepTask {
    if (this.tasks.has(name)) throw new Error(`The upkeep task ${name} is there already.`);
    const task = new UpkeepTask(name, Math.max(everyMs, 60_000), this.clock, (error) => {
      this.failures.inc({ task: name });
      this.logger.warn({ err: error, task: name }, 'Upkeep failed; it is tried again.');
    });
    this.tasks.set(name, task);
    this.failures.inc({ task: name }, 0);
    return task;
  }

  /** The finding for an operator's diagnosis. @param about name of the service */
  finding(about: string): Finding {
    const now = this.clock();
    const late = [...this.tasks.values()].filter((task) => task.isOverdue(now));
    if (late.length === 0) return fine(`${about}.upkeep`, `${this.tasks.size} tasks, none is overdue`);
    const found = late
      .map(
        (task) =>
          `${task.name} (${minutes(now - task.succeededAt)} without success, due every ${minutes(task.everyMs)}${task.isRunning ? ', running' : ''})`,
      )
      .join(', ');
    return warning(
      `${about}.upkeep`,
      `overdue: ${found}`,
      `Look for "Upkeep failed" with this task in the log of the ${about}. What is to be removed stays on the disk meanwhile.`,
    );
  }

  private gauge(registry: Registry, name: string, help: string, of: (task: UpkeepTask) => number): void {
    const { tasks } = this;
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      registers: [registry],
      collect(): void {
        for (const task of tasks.values()) this.set({ task: task.name }, of(task));
      },
    });
  }
}

/** One task of a service's upkeep. */
export class UpkeepTask {
  private succeeded: number;
  private aliveAt: number;
  private lastedMs = 0;
  private running = false;

  constructor(
    readonly name: string,
    readonly everyMs: number,
    private readonly clock: () => number,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.succeeded = this.aliveAt = clock();
  }

  /** Milliseconds since the epoch; the start of the process before the first success. */
  get succeededAt(): number {
    return this.succeeded;
  }

  get isRunning(): boolean {
    return this.running;
  }

  isOverdue(now: number): boolean {
    return now - Math.max(this.succeeded, this.aliveAt) > INTERVALS * this.everyMs + this.lastedMs;
  }

  /** Call it if the task is still running, or was done by another instance, so that it does not become overdue. */
  inHand(): void {
    this.aliveAt = this.clock();
  }

  /**
   * Does the work, unless the last run is not over yet. A failure is logged and counted, and does not affect other tasks. A failure after
   * the process was asked to stop is neither logged nor counted.
   * @param work returns false if it cannot be done now, which is neither a success nor a failure
   * @returns whether it succeeded
   */
  async attempt(work: () => Promise<boolean | void>, stopping?: AbortSignal): Promise<boolean> {
    if (this.running || stopping?.aborted) return false;
    this.running = true;
    const begun = this.clock();
    try {
      if ((await work()) === false) return false;
      this.succeeded = this.clock();
      this.lastedMs = this.succeeded - begun;
      return true;
    } catch (error) {
      if (!stopping?.aborted) this.onFailure(error);
      return false;
    } finally {
      this.running = false;
    }
  }
}

function minutes(milliseconds: number): string {
  const count = Math.round(milliseconds / 60_000);
  return count < 120 ? `${count} min` : `${Math.round(count / 60)} h`;
}
