import { Controller, type DynamicModule, Get, Header, Inject, Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { Problem } from '#problems/problem.js';

/** Something that the service needs in order to work. */
export interface HealthCheck {
  readonly name: string;
  /** Throws, or rejects, with a message for operators if there is a fault. Takes at most CHECK_TIMEOUT_MS. */
  check(): void | Promise<void>;
}

export interface HealthOptions {
  checks: readonly HealthCheck[];
  registry: Registry;
  /** Gets a line when readiness changes, with the reasons. The answer omits them because they may contain host names. */
  log?: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}

const CHECK_TIMEOUT_MS = 2000;
const OPTIONS = Symbol('health options');

async function failureOf(check: HealthCheck): Promise<{ name: string; reason: string } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([Promise.resolve().then(() => check.check()), late]);
    return undefined;
  } catch (error) {
    return { name: check.name, reason: error instanceof Error ? error.message : 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

@Controller()
class HealthController {
  private lastFailures = '';

  constructor(@Inject(OPTIONS) private readonly options: HealthOptions) {}

  /** 200 as long as the event loop runs. */
  @Get('health/live')
  @Header('cache-control', 'no-store')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** 200 if every check passes; otherwise 503 with the failed checks. */
  @Get('health/ready')
  @Header('cache-control', 'no-store')
  async ready(): Promise<{ status: 'ready'; checks: string[] }> {
    const results = await Promise.all(this.options.checks.map(failureOf));
    const failed = results.filter((result) => result !== undefined);
    this.report(failed);
    if (failed.length > 0) {
      throw new Problem('not-ready', `Not ready: ${failed.map(({ name }) => name).join(', ')}.`, {
        headers: { 'retry-after': '1' },
        errors: failed.map(({ name }) => ({ pointer: `#/checks/${name}`, detail: 'failed' })),
      });
    }
    return { status: 'ready', checks: this.options.checks.map(({ name }) => name) };
  }

  private report(failed: readonly { name: string; reason: string }[]): void {
    const failures = failed.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
    if (failures === this.lastFailures) return;
    this.lastFailures = failures;
    if (failed.length > 0) this.options.log?.warn({ failed }, 'Not ready.');
    else this.options.log?.info({}, 'Ready.');
  }

  /** Prometheus text format 0.0.4. */
  @Get('metrics')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.options.registry.metrics();
  }
}

/** Serves /health/live, /health/ready and /metrics. */
@Module({})
export class HealthModule {
  static register(options: HealthOptions): DynamicModule {
    return { module: HealthModule, controllers: [HealthController], providers: [{ provide: OPTIONS, useValue: options }] };
  }
}
