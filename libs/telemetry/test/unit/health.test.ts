import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { type HealthCheck, HealthModule } from '#telemetry/health.js';
import { createMetrics } from '#telemetry/metrics.js';

const checks: HealthCheck[] = [{ name: 'first', check: () => undefined }];
const lines: string[] = [];
const log = {
  warn: (fields: object, message: string) => void lines.push(message + JSON.stringify(fields)),
  info: (_fields: object, message: string) => void lines.push(message),
};
let app: NestFastifyApplication;

beforeAll(async () => {
  app = await NestFactory.create<NestFastifyApplication>(
    HealthModule.register({ checks, registry: createMetrics('tested'), log }),
    new FastifyAdapter(problemFastifyOptions),
    { logger: false },
  );
  app.useGlobalFilters(new ProblemFilter({ error: () => undefined }));
  await app.init();
});
afterAll(() => app.close());

const get = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
  return { status: statusCode, headers, body };
};

describe('health', () => {
  it('is ready when every check passes, and not cached', async () => {
    const { status, headers, body } = await get('/health/ready');
    expect([status, headers['cache-control'], JSON.parse(body)]).toEqual([200, 'no-store', { status: 'ready', checks: ['first'] }]);
  });

  it('names the checks that throw, reject or hang, within a bound; the reasons are in the log, once', async () => {
    const failing: HealthCheck[] = [
      {
        name: 'throws',
        check: () => {
          throw new Error('host of-orders is away');
        },
      },
      { name: 'rejects', check: () => Promise.reject(new Error('no broker')) },
      { name: 'hangs', check: () => new Promise(() => undefined) },
    ];
    checks.push(...failing);
    lines.length = 0;
    const started = Date.now();
    const [{ status, body }] = [await get('/health/ready'), await get('/health/ready')];
    expect(Date.now() - started).toBeLessThan(6000);
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ type: 'urn:waymark:problem:not-ready', detail: 'Not ready: throws, rejects, hangs.' });
    expect(body).not.toContain('of-orders');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('of-orders');
    checks.length = 1;
    expect((await get('/health/ready')).status).toBe(200);
    expect(lines).toHaveLength(2);
    expect((await get('/health/live')).status).toBe(200);
  });

  it('serves the figures of the process, each with the name of the service', async () => {
    const { headers, body } = await get('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toMatch(/nodejs_eventloop_lag_p99_seconds\{service="tested"\} [\d.]+/);
    expect(body).toMatch(/process_resident_memory_bytes\{service="tested"\} \d+/);
  });
});
