import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import type { GatewayRoute, Target } from '../routes/gateway-route.js';
import { DirectoryClient } from '../services/directory-client.js';
import { ServiceClient } from '../services/service-client.js';
import { AwaitedOperations } from './awaited-operation.js';
import { forwardCall, type ForwardedCall } from './forwarded-call.js';
import { OpenReads } from './open-reads.js';
import { RequestBodies } from './request-bodies.js';
import { streamAnswer } from './streamed-answer.js';
import { ELSEWHERE, type TargetRules, TARGETS } from './targets.js';
import { WholeCalls } from './whole-calls.js';

const EVENT_STREAM = 'text/event-stream';
const JSON_FORMAT = /[?&]format=json(?:&|$)/;

interface OpenTarget extends TargetRules {
  client: ServiceClient;
  bodies: RequestBodies | undefined;
  timeoutMs: number;
}

/** Forwards authorised calls to the services of the installation, by the rules in `TARGETS`, and to where workspaces have moved. */
@Injectable()
export class Forwarder implements OnApplicationShutdown {
  private readonly clients = new Map<Target, ServiceClient>();
  private readonly targets: Readonly<Record<Target, OpenTarget>>;
  private readonly elsewhere = new ServiceClient(ELSEWHERE);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly directory: DirectoryClient,
    private readonly copy: DirectoryCopy,
    private readonly awaited: AwaitedOperations,
    private readonly open: OpenReads,
  ) {
    const opened = Object.entries(TARGETS).map(([name, rules]) => [name, this.opened(name as Target, rules)] as const);
    this.targets = Object.fromEntries(opened) as Record<Target, OpenTarget>;
  }

  /** The handler of a forwarded route. */
  handlerOf({ to, produces }: GatewayRoute & { to: Target }): RouteHandlerMethod {
    const isStream = produces.every((type) => type === EVENT_STREAM);
    if (this.targets[to].answers === 'streamed') return (request, reply) => this.stream(request, reply, to, isStream);
    const calls = this.whole(to);
    return async (request, reply) => calls.answer(reply, await calls.ask(request));
  }

  /** The client for calls whose answers are read here as a whole. */
  whole(to: Target): WholeCalls {
    const { client, bodies } = this.targets[to];
    return new WholeCalls(client, this.copy, this.logger, bodies!);
  }

  /** @param isStream the answer is always a stream, even if the client accepts other types */
  async stream(request: FastifyRequest, reply: FastifyReply, to: Target, isStream = false): Promise<FastifyReply> {
    const requested = this.targets[to];
    const target = requested.exportsTo !== undefined && isExport(request) ? this.targets[requested.exportsTo] : requested;
    const { client, bodies, timeoutMs, silenceMs, awaitsOperations, endsWithToken } = target;
    return streamAnswer(client, request, reply, {
      timeoutMs,
      silenceMs,
      isStream,
      body: request.method === 'POST' ? await bodies?.of(request) : undefined,
      awaited: awaitsOperations && this.awaited,
      ends: endsWithToken && this.endOf(request, reply),
      log: this.logger,
    });
  }

  /** Forwards a call of a workspace that has moved to another installation. @throws Problem when that one cannot be reached */
  forwardMoved(request: FastifyRequest, reply: FastifyReply, handed: ForwardedCall): Promise<void> {
    return forwardCall(this.elsewhere, request, reply, handed);
  }

  /** The client of a target, for calls that are not forwarded unchanged. */
  clientOf(to: Target): ServiceClient {
    return this.targets[to].client;
  }

  private endOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const { signal, leave } = this.open.enter(request);
    reply.raw.once('close', leave);
    return signal;
  }

  private opened(name: Target, rules: TargetRules): OpenTarget {
    const { connections, maxBodyBytes } = rules;
    const owner = typeof connections === 'string' ? connections : name;
    const bounds = TARGETS[owner].connections;
    if (typeof bounds === 'string') throw new Error(`The target ${name} uses the connections of ${owner}, which has none of its own.`);
    const options = bounds(this.config);
    let client = this.clients.get(owner);
    if (client === undefined) {
      const { internalToken } = this.config;
      // All modules share the client of the directory, which closes last.
      client = owner === 'directory' ? this.directory : new ServiceClient({ ...options, internalToken, words: TARGETS[owner].words });
      this.clients.set(owner, client);
    }
    return {
      ...rules,
      client,
      timeoutMs: options.timeoutMs,
      bodies: maxBodyBytes === undefined ? undefined : new RequestBodies(maxBodyBytes),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    const own = [...this.clients.values(), this.elsewhere].filter((client) => client !== this.directory);
    await Promise.all(own.map((client) => client.onApplicationShutdown()));
  }
}

/** Whether the request asks for a format other than JSON. */
function isExport({ raw }: FastifyRequest): boolean {
  const url = raw.url ?? '';
  return url.includes('format=') ? !JSON_FORMAT.test(url) : /text\/csv|geo\+json|gpx\+xml|x-ndjson/i.test(raw.headers.accept ?? '');
}
