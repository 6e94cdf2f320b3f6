import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from '#telemetry/metrics.js';

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Requests by route, method and status; their latencies; how many are in flight; open and refused connections. */
export function measureRequests(fastify: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const total = new Counter({
    name: 'waymark_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'waymark_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_S,
    registers,
  });
  const inFlight = new Gauge({ name: 'waymark_http_requests_in_flight', help: 'Requests being answered.', registers });
  const dropped = new Counter({
    name: 'waymark_http_connections_refused_total',
    help: 'Connections closed immediately because there were too many.',
    registers,
  });
  new Gauge({
    name: 'waymark_http_connections',
    help: 'Open connections.',
    registers,
    collect() {
      return new Promise<void>((resolve) => fastify.server.getConnections((_error, count) => resolve(this.set(count ?? 0))));
    },
  });
  fastify.server.on('drop', () => dropped.inc());

  // `close` occurs exactly once for each response, also when the client disconnects; Fastify's onResponse does not guarantee that.
  fastify.addHook('onRequest', (_request, reply, done) => {
    inFlight.inc();
    reply.raw.once('close', () => inFlight.dec());
    done();
  });
  const measure = (method: string, route: string) => {
    const latency = duration.labels(method, route);
    return (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      latency.observe(reply.elapsedTime / 1000);
      total.inc({ method, route, status: reply.statusCode });
      done();
    };
  };
  const unrouted = measure('other', 'none');
  fastify.addHook('onResponse', (request, reply, done) => (request.is404 ? unrouted(request, reply, done) : done()));
  fastify.addHook('onRoute', (route: RouteOptions) => {
    const before = route.onResponse === undefined ? [] : Array.isArray(route.onResponse) ? route.onResponse : [route.onResponse];
    route.onResponse = [...before, measure(String(route.method), route.url)] as RouteOptions['onResponse'];
  });
}
