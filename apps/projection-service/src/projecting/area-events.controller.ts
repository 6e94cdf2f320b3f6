import { Controller } from '@nestjs/common';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OnAssigned, OnUnit } from '#kafka/units/unit-handlers.js';
import { AreaProjector } from './area-projector.js';

/** Takes area.events. */
@Controller()
export class AreaEventsController {
  constructor(private readonly projector: AreaProjector) {}

  @OnAssigned('area.events')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.projector.assigned(partitions);
  }

  @OnUnit('area.events')
  process(unit: UnitOfWork): Promise<void> {
    return this.projector.process(unit);
  }
}
