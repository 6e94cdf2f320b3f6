import { Counter } from 'prom-client';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import type { BacklogLane } from './backlog-lane.js';
import type { LimitLedger } from './limit-ledger.js';

/** Metrics of refusals by limit, leases, and waiting calls. */
export class LimitsMetrics {
  readonly refused: Counter<'limit'>;
  readonly waits: Counter<'for' | 'outcome'>;
  readonly notCounted: Counter;

  constructor(registry: Registry, { ledger, lane }: { ledger: LimitLedger; lane: BacklogLane }) {
    this.refused = new Counter({
      name: 'waymark_limit_refusals_total',
      help: 'Calls refused by a limit of their plan, by limit.',
      labelNames: ['limit'],
      registers: [registry],
    });
    this.waits = new Counter({
      name: 'waymark_limit_waits_total',
      help: 'Calls that waited for a lease or in the backlog lane, by outcome: admitted or refused.',
      labelNames: ['for', 'outcome'],
      registers: [registry],
    });
    this.notCounted = new Counter({
      name: 'waymark_token_calls_not_counted_total',
      help: 'Calls omitted from usage by token because too many tokens called this gateway this month.',
      registers: [registry],
    });
    const gauge = (name: string, help: string, value: () => number): void => watchedGauge(registry, { name, help, value });
    gauge(
      'waymark_quota_leased_calls',
      'Calls of monthly quotas that this gateway may accept without asking the directory.',
      () => ledger.leasedCalls,
    );
    gauge('waymark_quota_waiting_calls', 'Calls that wait for a lease.', () => ledger.waitingCalls);
    gauge('waymark_backlog_waiting_calls', 'Calls that wait in the backlog lane.', () => lane.waitingCalls);
  }
}
