import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { REGISTRY } from '#service/tokens.js';
import type { Registry } from '#telemetry/metrics.js';

/** Metrics of the outcomes of logins by password. */
@Injectable()
export class LoginMetrics {
  private readonly logins: Counter<'result'>;

  constructor(@Inject(REGISTRY) registry: Registry) {
    this.logins = new Counter({
      name: 'waymark_logins_total',
      help: 'Password login attempts: succeeded, failed, or throttled (not checked).',
      labelNames: ['result'],
      registers: [registry],
    });
    for (const result of ['succeeded', 'failed', 'throttled']) this.logins.inc({ result }, 0);
  }

  succeeded(): void {
    this.logins.inc({ result: 'succeeded' });
  }

  failed(): void {
    this.logins.inc({ result: 'failed' });
  }

  throttled(): void {
    this.logins.inc({ result: 'throttled' });
  }
}
