import { Injectable } from '@nestjs/common';
import type { UnitTransport } from '#kafka/units/unit-transport.js';

/** The transports of a service. `runService` binds the handlers of controllers to each and starts the transports as the last step. */
@Injectable()
export class UnitTransports {
  private readonly added: UnitTransport[] = [];

  get all(): readonly UnitTransport[] {
    return this.added;
  }

  add(transport: UnitTransport): void {
    this.added.push(transport);
  }
}
