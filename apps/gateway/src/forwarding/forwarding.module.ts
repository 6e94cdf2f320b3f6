import { type BeforeApplicationShutdown, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { CONFIG, REGISTRY } from '#service/tokens.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import type { GatewayRoute, Target } from '../routes/gateway-route.js';
import { ROUTES } from '../routes/routes.js';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { ownObjectService } from '../services/own-clients.js';
import { OperationIds } from '../writes/operation-ids.js';
import { AwaitedOperations } from './awaited-operation.js';
import { Forwarder } from './forwarder.js';
import { OpenReads } from './open-reads.js';
import { PictureReadsController } from './picture-reads.controller.js';

/** Values of the metric's label, by the target that they count. */
const READS_IN_FLIGHT = { read: 'reads', feed: 'feed', export: 'exports' } as const;

const isForwarded = (route: GatewayRoute): route is GatewayRoute & { to: Target } => route.to !== undefined;

/** Forwards all routes that other services answer: those with a target in the table of routes. */
@Module({
  controllers: [PictureReadsController],
  providers: [
    ownObjectService(),
    {
      provide: AwaitedOperations,
      useFactory: (objects: ObjectServiceClient, { operationIdSecret, objectPartitions }: Config) =>
        new AwaitedOperations(objects, new OperationIds(operationIdSecret), objectPartitions),
      inject: [ObjectServiceClient, CONFIG],
    },
    OpenReads,
    Forwarder,
  ],
  exports: [Forwarder],
})
export class ForwardingModule implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(REGISTRY) private readonly registry: Registry,
    private readonly forwarder: Forwarder,
    private readonly open: OpenReads,
  ) {}

  onModuleInit(): void {
    const { forwarder } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const route of ROUTES.filter(isForwarded))
      fastify.route({ method: route.method, url: route.path, handler: forwarder.handlerOf(route) });
    new Gauge({
      name: 'waymark_reads_in_flight',
      help: 'Requests to the projection without a complete answer yet, including those waiting for a connection.',
      labelNames: ['kind'],
      registers: [this.registry],
      collect() {
        for (const [kind, target] of Object.entries(READS_IN_FLIGHT)) this.set({ kind }, forwarder.clientOf(target).inFlight);
      },
    });
  }

  /** Ends long polls and streams, so that clients continue at another gateway with the same cursor; other reads are completed. */
  beforeApplicationShutdown(): void {
    this.open.close();
  }
}
