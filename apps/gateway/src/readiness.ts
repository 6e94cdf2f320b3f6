import type { HealthCheck } from '#telemetry/health.js';

/** Collects what must be fine before the gateway says it is ready; each room adds its own checks while it is built. */
export class Readiness {
  readonly checks: HealthCheck[] = [];
  private stopped = false;

  constructor() {
    this.add({
      name: 'running',
      check: () => {
        if (this.stopped) throw new Error('shutting down');
      },
    });
  }

  add(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** From now on not ready, so that load balancers look elsewhere. */
  stop(): void {
    this.stopped = true;
  }

  get stopping(): boolean {
    return this.stopped;
  }
}
