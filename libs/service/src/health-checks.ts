import type { HealthCheck } from '#telemetry/health.js';
import type { Startup } from './startup.js';

/** The checks of /health/ready. Providers add theirs in `onModuleInit`. */
export class HealthChecks {
  /** @param checks the list that the health module runs through at each call */
  constructor(
    private readonly checks: HealthCheck[],
    startup: Startup,
  ) {
    const check = (): void => {
      if (startup.phase !== 'running') throw new Error(`the service is ${startup.phase}`);
    };
    checks.push({ name: 'running', check });
  }

  add(check: HealthCheck): void {
    this.checks.push(check);
  }
}
