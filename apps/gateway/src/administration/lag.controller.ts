import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { type ConsumerLag, consumersLag } from '#kafka/lag/consumers-lag.js';
import { lastLag } from '#kafka/lag/last-lag.js';
import { topicName } from '#kafka/topics/topics.js';
import { Problem } from '#problems/problem.js';
import { Broker } from '#service/broker.js';
import { CONFIG, REGISTRY } from '#service/tokens.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';

/** The answer of GET /operator/lag. */
interface LagReport {
  measuredAt: string;
  consumers: {
    consumer: string;
    topic: string;
    records: number | null;
    partitions: readonly { partition: number; lag: number }[] | null;
  }[];
}

const TIMEOUT_MS = 5000;

/** The lag of each consumer, for an operator: services by their groups, this gateway by its own count. */
@Controller()
export class LagController {
  private readonly kafka: KafkaConnection;
  private running: Promise<LagReport> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(REGISTRY) private readonly registry: Registry,
    broker: Broker,
  ) {
    this.kafka = broker.connection('lag').derive({ retries: 1 });
  }

  @Get('operator/lag')
  async read(@Res() reply: FastifyReply): Promise<FastifyReply> {
    // Concurrent requests share one run; each run opens a connection.
    this.running ??= this.measure().finally(() => (this.running = undefined));
    return reply.header('cache-control', 'no-store').send(await this.running);
  }

  /** @throws Problem when the broker does not answer in time */
  private async measure(): Promise<LagReport> {
    const late = setTimeout(
      () => this.kafka.breakSockets('The broker took too long to report the positions of its consumers.'),
      TIMEOUT_MS,
    );
    try {
      const prefix = this.config.topicPrefix;
      const outcomes: ConsumerLag = {
        consumer: 'gateway',
        topic: 'object.outcomes',
        partitions: await lastLag(this.registry, topicName(prefix, 'object.outcomes')),
      };
      const consumers = [...(await consumersLag(this.kafka, prefix)), outcomes];
      return {
        measuredAt: new Date().toISOString(),
        consumers: consumers.map(({ partitions = null, ...of }) => ({
          ...of,
          records: partitions && partitions.reduce((sum, { lag }) => sum + lag, 0),
          partitions,
        })),
      };
    } catch (error) {
      throw new Problem(
        'unavailable',
        'The lag of the consumers is unknown because the broker does not answer. GET /operator/diagnosis shows more.',
        { headers: { 'retry-after': '2' }, cause: error },
      );
    } finally {
      clearTimeout(late);
    }
  }
}
