import { applyDecorators, Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern, type MessageHandler, MessagePattern } from '@nestjs/microservices';
import { isObservable, lastValueFrom, type Observable, throwError } from 'rxjs';
import type { TopicName } from '#contracts/topics.js';
import type { UnitOfWork } from '../records/record.js';
import type { UnitProcessor } from './unit-processor.js';

const assignedTo = (topic: string): string => `${topic}: assigned`;
const missedOf = (topic: string): string => `${topic}: missed`;

/** Passes errors of handlers on to the transport, which decides whether the unit is tried again, set aside or dropped. */
@Catch()
class AsThrown implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

const handling = (pattern: unknown): MethodDecorator => applyDecorators(pattern as MethodDecorator, UseFilters(AsThrown));

/** For the method that processes and commits units of a topic: `(unit: UnitOfWork) => Promise<void>`. @see UnitProcessor.process */
export const OnUnit = (topic: TopicName): MethodDecorator => handling(EventPattern(topic));

/**
 * For the method that is called when partitions of a topic are assigned: `(partitions: readonly number[]) => Promise<Map<number, number>>`.
 * It returns the offset at which each continues. @see UnitProcessor.assigned
 */
export const OnAssigned = (topic: TopicName): MethodDecorator => handling(MessagePattern(assignedTo(topic)));

/** For the optional method that is called when records were deleted from the log unread. @see UnitProcessor.missed */
export const OnMissed = (topic: TopicName): MethodDecorator => handling(MessagePattern(missedOf(topic)));

/**
 * Combines the handlers of controllers into a processor.
 * @throws Error unless the topic has exactly one handler for units and one for assignments
 */
export function handlersOf(topic: TopicName, handlers: ReadonlyMap<string, MessageHandler>): UnitProcessor {
  const only = (pattern: string, decorator: string): MessageHandler => {
    const handler = handlers.get(pattern);
    if (!handler) throw new Error(`No controller of a module of this service has a method with @${decorator}('${topic}').`);
    if (handler.next) throw new Error(`More than one method has @${decorator}('${topic}').`);
    return handler;
  };
  const process = only(topic, 'OnUnit');
  const assigned = only(assignedTo(topic), 'OnAssigned');
  const missed = handlers.get(missedOf(topic));
  return {
    process: (unit: UnitOfWork) => answerOf<void>(process, unit),
    assigned: (partitions) => answerOf<ReadonlyMap<number, number>>(assigned, partitions),
    ...(missed && { missed: (partitions: readonly number[]) => answerOf<void>(missed, partitions) }),
  };
}

/** The answer of a handler. Nest returns a value, or a stream of one value if a filter has handled an error. */
async function answerOf<T>(handler: MessageHandler, data: unknown): Promise<T> {
  const answer: unknown = await handler(data);
  return (isObservable(answer) ? await lastValueFrom(answer) : answer) as T;
}
