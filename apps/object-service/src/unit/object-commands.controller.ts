import { Controller } from '@nestjs/common';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OnAssigned, OnMissed, OnUnit } from '#kafka/units/unit-handlers.js';
import { ObjectUnitProcessor } from './object-unit-processor.js';

/** Takes object.commands. */
@Controller()
export class ObjectCommandsController {
  constructor(private readonly processor: ObjectUnitProcessor) {}

  @OnAssigned('object.commands')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.processor.assigned(partitions);
  }

  @OnMissed('object.commands')
  missed(partitions: readonly number[]): Promise<void> {
    return this.processor.missed(partitions);
  }

  @OnUnit('object.commands')
  process(unit: UnitOfWork): Promise<void> {
    return this.processor.process(unit);
  }
}
