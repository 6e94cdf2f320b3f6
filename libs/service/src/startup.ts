import { Injectable } from '@nestjs/common';

type Step = (stopping: AbortSignal) => Promise<void> | void;

/**
 * What a service does after its HTTP server listens, step by step. Providers add their steps in `onModuleInit`, which Nest calls in the
 * order of their dependencies: a provider's step comes after those of everything that it depends on. They end in
 * `onApplicationShutdown`, which Nest calls in the opposite order.
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

  /** Aborted when the shutdown begins. */
  get stopping(): AbortSignal {
    return this.ending.signal;
  }

  /** @param step gets a signal that is aborted when the service stops meanwhile; a step that waits then has to return */
  add(step: Step): void {
    this.steps.push(step);
  }

  /** @param step that only the consumers wait for: it comes after all others, in the order of these */
  addBeforeConsumers(step: Step): void {
    this.lastSteps.push(step);
  }

  /** @throws what a step throws; those behind it are not begun */
  async run(): Promise<void> {
    for (const step of [...this.steps, ...this.lastSteps]) {
      if (this.ending.signal.aborted) return;
      await step(this.ending.signal);
    }
    if (this.current === 'starting') this.current = 'running';
  }

  /** Not ready any more; steps that wait return. */
  stop(): void {
    this.current = 'stopping';
    this.ending.abort();
  }
}
