import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { brokerAccess } from '#kafka/connection/broker-settings.js';
import { createKafka } from '#kafka/connection/connection.js';
import { deadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { Logger } from '#telemetry/logger.js';
import { BegunChanges } from '../access/begun-changes.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { LetterOffice, type NoteFirst } from './letter-office.js';
import { readLetterParameter, readListQuery, readReplayQuery } from './letter-query.js';

const LETTERS = '/operator/dead-letters';
/** A page of letters to replay, all in memory at once. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

type Named = { Params: { letter: string } };
type Asking = { Querystring: Record<string, unknown> };

/** The operator's dead letters: records that could not be processed. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class LetterRoutes implements OnModuleInit, OnApplicationShutdown {
  private readonly producer: CoalescingProducer;
  private readonly office: LetterOffice;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly begun: BegunChanges,
  ) {
    const kafka = createKafka({
      ...brokerAccess(config),
      clientId: `${config.topicPrefix}gateway-${config.instanceId}-dead-letters`,
      logger,
    });
    this.producer = new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger, name: 'dead-letters' });
    this.office = new LetterOffice(deadLetterDesks(config.topicPrefix, { kafka, producer: this.producer, logger }));
  }

  onModuleInit(): void {
    const { office } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.get<Asking>(LETTERS, async ({ query }, reply) =>
      reply.header('cache-control', 'no-store').send(await office.list(readListQuery(query))),
    );
    fastify.get<Named>(`${LETTERS}/:letter`, async ({ params }, reply) =>
      reply.header('cache-control', 'no-store').send(await office.show(readLetterParameter(params.letter))),
    );
    fastify.post<Named>(`${LETTERS}/:letter/replay`, async (request, reply) => {
      await office.settle('replay', readLetterParameter(request.params.letter), this.noteOf(request, 'replayDeadLetter'));
      return reply.code(204).send();
    });
    fastify.delete<Named>(`${LETTERS}/:letter`, async (request, reply) => {
      await office.settle('drop', readLetterParameter(request.params.letter), this.noteOf(request, 'dropDeadLetter'));
      return reply.code(204).send();
    });
    fastify.post<Asking>(`${LETTERS}/replay`, async (request, reply) => {
      const { source, upTo } = readReplayQuery(request.query);
      return reply
        .header('cache-control', 'no-store')
        .send(await office.replayAll(source, upTo, this.noteOf(request, 'replayDeadLetters')));
    });
    void this.producer
      .connect()
      .catch((error: unknown) => this.logger.error({ err: error }, 'The producer of replayed letters did not connect.'));
  }

  private noteOf(request: Pick<FastifyRequest, 'caller' | 'id' | 'ip'>, operation: string): NoteFirst {
    return (letters) => this.begun.note(request, operation, letters.join(', '));
  }

  onApplicationShutdown(): Promise<void> {
    return this.producer.close();
  }
}
