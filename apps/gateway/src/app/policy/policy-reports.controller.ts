import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { Problem } from '#problems/problem.js';
import { LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { Admission } from '../../checks/admission.js';
import { readBody } from '../../checks/body-bytes.js';
import { parseJsonBody } from '../../checks/json-body.js';
import { REPORTS_PATH } from '../../routes/app-routes.js';
import { breachesIn, DIRECTIVES, type PolicyBreach } from './policy-breach.js';

const MEDIA_TYPES: ReadonlySet<string> = new Set(['application/csp-report', 'application/reports+json']);
const MAX_BODY_BYTES = 16 * 1024;
const MAX_CALLS = 32;
const LINES_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/**
 * Counts what the app's content security policy has blocked in browsers. Anyone can send anything here, so labels come from a
 * closed list and at most ten lines a minute are logged.
 */
@Controller()
export class PolicyReportsController {
  private readonly admission = new Admission(MAX_CALLS, MAX_CALLS * MAX_BODY_BYTES);
  private readonly breaches: Counter<'directive'>;
  private minute = 0;
  private lines = 0;

  constructor(
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(REGISTRY) registry: Registry,
  ) {
    this.breaches = new Counter({
      name: 'waymark_app_policy_breaches_total',
      help: "Violations of the map app's content security policy reported by browsers, by directive.",
      labelNames: ['directive'],
      registers: [registry],
    });
    for (const directive of [...DIRECTIVES, 'other']) this.breaches.inc({ directive }, 0);
  }

  @Post(REPORTS_PATH)
  async take(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const type = (request.raw.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
    if (!MEDIA_TYPES.has(type)) throw new Problem('unsupported-media-type', `Send browser reports as ${[...MEDIA_TYPES].join(' or ')}.`);
    const admitted = this.admission.enter();
    try {
      for (const breach of breachesIn(parseJsonBody(await readBody(request.raw, MAX_BODY_BYTES, admitted)))) this.note(breach);
    } finally {
      admitted.leave();
    }
    return reply.code(204).header('cache-control', 'no-store').send();
  }

  private note(breach: PolicyBreach): void {
    this.breaches.inc({ directive: breach.directive });
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.lines = 0;
    }
    if (this.lines >= LINES_PER_MINUTE) return;
    this.lines += 1;
    this.log.warn({ ...breach }, 'A browser reported a violation of the content security policy of the map app.');
  }
}
