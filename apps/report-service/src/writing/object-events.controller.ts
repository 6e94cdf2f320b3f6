import { Controller } from '@nestjs/common';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OnAssigned, OnUnit } from '#kafka/units/unit-handlers.js';
import { ObjectEventsProcessor } from './object-events-processor.js';

/** Takes object.events. */
@Controller()
export class ObjectEventsController {
  constructor(private readonly processor: ObjectEventsProcessor) {}

  @OnAssigned('object.events')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.processor.assigned(partitions);
  }

  @OnUnit('object.events')
  process(unit: UnitOfWork): Promise<void> {
    return this.processor.process(unit);
  }
}
