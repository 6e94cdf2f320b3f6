import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { afterEach, describe, expect, it } from 'vitest';
import type { UnitOfWork } from '#kafka/records/record.js';
import { handlersOf, OnAssigned, OnMissed, OnUnit } from '#kafka/units/unit-handlers.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/units/unit-processor.js';

/** Binds handlers like the transport, without reading. */
class Bound extends Server implements CustomTransportStrategy {
  on = (): void => undefined;
  unwrap = <T>(): T => undefined as T;
  close = (): void => undefined;
  listen = (callback: () => void): void => callback();

  processor(topic: 'object.events' | 'area.events'): UnitProcessor {
    return handlersOf(topic, this.messageHandlers);
  }
}

const seen: unknown[] = [];
let failure: Error | undefined;

@Controller()
class EventsController {
  @OnUnit('object.events')
  process(unit: UnitOfWork): Promise<void> {
    seen.push(unit);
    return failure ? Promise.reject(failure) : Promise.resolve();
  }

  @OnAssigned('object.events')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return Promise.resolve(new Map(partitions.map((partition) => [partition, 7])));
  }

  @OnMissed('object.events')
  missed(partitions: readonly number[]): Promise<void> {
    seen.push(partitions);
    return Promise.resolve();
  }
}

@Controller()
class SecondController {
  @OnUnit('object.events')
  process(): Promise<void> {
    return Promise.resolve();
  }
}

@Module({ controllers: [EventsController] })
class One {}
@Module({ controllers: [EventsController, SecondController] })
class Two {}

const unit = { batches: [] } as unknown as UnitOfWork;
const bound: { close(): Promise<void> }[] = [];

async function bind(module: typeof One): Promise<Bound> {
  const strategy = new Bound();
  const app = await NestFactory.createMicroservice(module, { strategy, logger: false });
  await app.init();
  bound.push(app);
  return strategy;
}

afterEach(async () => {
  failure = undefined;
  seen.length = 0;
  for (const app of bound.splice(0)) await app.close();
});

describe('handlers of units', () => {
  it('are found in controllers, get arguments from the transport, and answer it', async () => {
    const processor = (await bind(One)).processor('object.events');
    await processor.process(unit);
    await processor.missed?.([3]);
    expect(seen).toEqual([unit, [3]]);
    expect(await processor.assigned([1, 2])).toEqual(
      new Map([
        [1, 7],
        [2, 7],
      ]),
    );
  });

  it('fail with the error that they threw: it decides about the unit', async () => {
    const processor = (await bind(One)).processor('object.events');
    failure = new OwnershipLostError('another has it');
    await expect(processor.process(unit)).rejects.toBe(failure);
  });

  it('of a topic without any, or with two, are refused by name', async () => {
    const one = await bind(One);
    expect(() => one.processor('area.events')).toThrow(
      "No controller of a module of this service has a method with @OnUnit('area.events').",
    );
    const two = await bind(Two);
    expect(() => two.processor('object.events')).toThrow("More than one method has @OnUnit('object.events').");
  });
});
