import { Controller } from '@nestjs/common';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OnAssigned, OnUnit } from '#kafka/units/unit-handlers.js';
import { Judge } from './judge.js';

/** Receives object.events. */
@Controller()
export class ObjectEventsController {
  constructor(private readonly judge: Judge) {}

  @OnAssigned('object.events')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.judge.assigned(partitions);
  }

  @OnUnit('object.events')
  process(unit: UnitOfWork): Promise<void> {
    return this.judge.process(unit);
  }
}
