import { randomUUID } from 'node:crypto';
import { MAX_GATEWAY_NAME, type QuotaAnswer, type QuotaReport } from '#contracts/directory/quota-report.js';
import type { Logger } from '#telemetry/logger.js';
import type { Clock } from './clock.js';
import type { LimitLedger } from './limit-ledger.js';
import { LifeOverError } from './quota-client.js';

const EVERY_MS = 1000;
/** Interval while calls wait: other gateways may return the needed leases at any time. */
const EVERY_MS_WITH_WAITING_CALLS = 100;
/** Shortest time between two reports, however many are requested. */
const MIN_GAP_MS = 10;
const GAP_WHEN_AWAY_MS = 250;
const MAX_LAST_REPORTS = 50;

export interface QuotaReporterParts {
  /** Name of this gateway for operators. */
  name: string;
  ledger: LimitLedger;
  exchange: (report: QuotaReport) => Promise<QuotaAnswer>;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'info'>;
}

/** Reports usage to the directory and receives leases and shares in return: every second, and immediately when a lease runs low. */
export class QuotaReporter {
  private life = randomUUID();
  private sequence = 0;
  private known = false;
  private timer: NodeJS.Timeout | undefined;
  private dueAt = Infinity;
  private begunAt = -Infinity;
  private demandsAt = -Infinity;
  private underway: Promise<void> | undefined;
  private again = false;
  private phase: 'new' | 'running' | 'stopped' = 'new';
  private away = true;

  constructor(private readonly parts: QuotaReporterParts) {}

  /** Whether the directory did not answer the last report. */
  get directoryAway(): boolean {
    return this.away;
  }

  start(): void {
    this.phase = 'running';
    this.scheduleAt(0);
  }

  /** Sends a report as soon as possible. */
  soon(): void {
    if (this.phase !== 'running') return;
    if (this.underway !== undefined) this.again = true;
    else this.scheduleAt(this.begunAt + (this.away ? GAP_WHEN_AWAY_MS : MIN_GAP_MS));
  }

  /** Returns all leases. */
  async stop(): Promise<void> {
    const ran = this.phase === 'running';
    this.phase = 'stopped';
    clearTimeout(this.timer);
    await this.underway;
    if (!ran) return;
    // More than one report if the remaining token counts do not fit into it.
    for (let reports = 0; reports < MAX_LAST_REPORTS; reports += 1) {
      await this.exchange(true);
      if (this.away || !this.parts.ledger.tokens.hasUnreported) return;
    }
  }

  private scheduleAt(time: number): void {
    if (this.phase !== 'running' || time >= this.dueAt) return;
    this.dueAt = time;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.dueAt = Infinity;
        this.underway = this.exchange(false).finally(() => (this.underway = undefined));
      },
      Math.max(0, time - this.parts.clock()),
    );
  }

  /** Never rejects. */
  private async exchange(stopping: boolean): Promise<void> {
    const { ledger, clock, logger } = this.parts;
    this.begunAt = clock();
    this.again = false;
    const demands = this.begunAt - this.demandsAt >= EVERY_MS * 0.9 ? ledger.demands(this.begunAt) : null;
    if (demands !== null) this.demandsAt = this.begunAt;
    this.sequence += 1;
    const report: QuotaReport = {
      life: this.life,
      sequence: this.sequence,
      known: this.known,
      stopping,
      accounts: ledger.accountReports(this.begunAt, { ends: stopping, reachable: !this.away }),
      demands,
      tokens: ledger.tokens.report(this.begunAt, stopping),
      gateway: { name: this.parts.name.slice(0, MAX_GATEWAY_NAME), clock: Date.now() },
    };
    let nextInMs = EVERY_MS;
    try {
      const answer = await this.parts.exchange(report);
      ledger.apply(answer, demands !== null, clock());
      nextInMs = ledger.hasMore ? MIN_GAP_MS : Math.min(EVERY_MS, Math.max(MIN_GAP_MS, answer.nextInMs));
      if (this.away) logger.info('The directory answers quota reports again.');
      this.away = false;
      this.known = true;
    } catch (error) {
      if (error instanceof LifeOverError) this.beginNewLife();
      if (!this.away) logger.warn({ err: error }, 'The directory does not answer reports on quotas; granted leases remain valid.');
      this.away = true;
    }
    if (this.again) nextInMs = MIN_GAP_MS;
    else if (ledger.waitingCalls > 0) nextInMs = Math.min(nextInMs, EVERY_MS_WITH_WAITING_CALLS);
    this.scheduleAt(this.begunAt + (this.away && nextInMs < EVERY_MS ? GAP_WHEN_AWAY_MS : nextInMs));
  }

  private beginNewLife(): void {
    this.life = randomUUID();
    this.sequence = 0;
    this.known = false;
    this.parts.ledger.beginNewLife();
  }
}
