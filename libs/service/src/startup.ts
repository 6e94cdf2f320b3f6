import { Injectable } from '@nestjs/common';

type Step = (stopping: AbortSignal) => Promise<void> | void;

/**
 * The steps after a service's HTTP server listens, one after the other. Providers add their steps in `onModuleInit`, which Nest calls in
 * the order of their dependencies, so a provider's step follows those of everything it depends on. Providers shut down in
 * `onApplicationShutdown`, which Nest calls in the reverse order.
 */
@Injectable()
export class Startup {
  private readonly steps: Step[] = [];
  private readonly lastSteps: Step[] = [];
  private readonly ending = new AbortController();
  private current: 'starting' | 'running' | 'stopping' = 'starting';

  get phase(): 'starting' | 'running' | 'stopping' {
    return this.current;
  }

  /** Aborted when shutdown begins. */
  get stopping(): AbortSignal {
    return this.ending.signal;
  }

  /** @param step gets a signal that is aborted when the service stops; a waiting step then has to return */
  add(step: Step): void {
    this.steps.push(step);
  }

  /** @param step needed only by the consumers; it runs after all steps of `add`, in the order of these calls */
  addBeforeConsumers(step: Step): void {
    this.lastSteps.push(step);
  }

  /** @throws the error of a step; later steps are not started */
  async run(): Promise<void> {
    for (const step of [...this.steps, ...this.lastSteps]) {
      if (this.ending.signal.aborted) return;
      await step(this.ending.signal);
    }
    if (this.current === 'starting') this.current = 'running';
  }

  /** Readiness turns false, and waiting steps return. */
  stop(): void {
    this.current = 'stopping';
    this.ending.abort();
  }
}
