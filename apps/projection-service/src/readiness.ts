import type { UnitTransport } from '#kafka/unit-transport.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { ProjectionParts } from './projection-parts.js';

/** Ready: the database answers, events are read, and nobody has asked the process to stop. */
export class Readiness {
  private stopping = false;
  private transport: UnitTransport | undefined;

  constructor(private readonly parts: Pick<ProjectionParts, 'readPool'>) {}

  watch(transport: UnitTransport): void {
    this.transport = transport;
  }

  stop(): void {
    this.stopping = true;
  }

  get checks(): HealthCheck[] {
    return [
      { name: 'running', check: () => this.refuse(this.stopping ? 'shutting down' : undefined) },
      { name: 'database', check: async () => void (await this.parts.readPool.query('select 1')) },
      {
        name: 'events',
        check: () => this.refuse(this.transport ? this.transport.notReadyReason() : 'the consumer of events is not started'),
      },
    ];
  }

  private refuse(reason: string | undefined): void {
    if (reason !== undefined) throw new Error(reason);
  }
}
