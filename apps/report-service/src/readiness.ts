import type { Pool } from 'pg';
import type { UnitTransport } from '#kafka/unit-transport.js';
import type { HealthCheck } from '#telemetry/health.js';

/** Ready: the database answers, every topic is read, and nobody has asked the process to stop. */
export class Readiness {
  private stopping = false;
  private readonly transports = new Map<string, UnitTransport>();

  /** @param consumed names of what is read, as the checks are called */
  constructor(
    private readonly readPool: Pool,
    private readonly consumed: readonly string[],
  ) {}

  watch(name: string, transport: UnitTransport): void {
    this.transports.set(name, transport);
  }

  stop(): void {
    this.stopping = true;
  }

  get checks(): HealthCheck[] {
    return [
      { name: 'running', check: () => refuse(this.stopping ? 'shutting down' : undefined) },
      { name: 'database', check: async () => void (await this.readPool.query('select 1')) },
      ...this.consumed.map((name) => ({
        name,
        check: () => {
          const transport = this.transports.get(name);
          refuse(transport ? transport.notReadyReason() : `the consumer of ${name} is not started`);
        },
      })),
    ];
  }
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new Error(reason);
}
