import type { HealthCheck } from '#telemetry/health.js';

/** Collects the conditions for the gateway to be ready; each module adds its own checks at startup. */
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

  /** Not ready from now on, so that load balancers choose other instances. */
  stop(): void {
    this.stopped = true;
  }

  get stopping(): boolean {
    return this.stopped;
  }
}
