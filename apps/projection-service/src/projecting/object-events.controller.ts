import { Controller } from '@nestjs/common';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OnAssigned, OnUnit } from '#kafka/units/unit-handlers.js';
import { Projector } from './projector.js';

/** Takes object.events. */
@Controller()
export class ObjectEventsController {
  constructor(private readonly projector: Projector) {}

  @OnAssigned('object.events')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.projector.assigned(partitions);
  }

  @OnUnit('object.events')
  process(unit: UnitOfWork): Promise<void> {
    return this.projector.process(unit);
  }
}
