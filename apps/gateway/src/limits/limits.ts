import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { BacklogLane } from './backlog-lane.js';
import { type Clock, steadyClock } from './clock.js';
import { LimitLedger, type PlanSource } from './limit-ledger.js';
import { limitStates, ratesOf } from './limit-states.js';
import { LimitedCall, type LimitKeepers } from './limited-call.js';
import { LimitsMetrics } from './limits-metrics.js';
import { isLowestPriority } from './priority.js';
import { QuotaClient } from './quota-client.js';
import { QuotaReporter } from './quota-reporter.js';
import type { LimitState } from './rate-limit-headers.js';
import { TokenCounts } from './token-counts.js';

/** A part of the time in which a request must have arrived, as its body is not read while it waits. */
const OF_REQUEST_TIMEOUT = 0.8;

/** The plans' limits on this gateway. Nothing here waits for a database; a call waits for the directory only if its lease is used up. */
export class Limits {
  private readonly keepers: LimitKeepers;
  private readonly client: QuotaClient;
  private readonly reporter: QuotaReporter;
  private busy: () => boolean = () => false;

  constructor(config: Config, plans: PlanSource, logger: Logger, registry: Registry, clock: Clock = steadyClock) {
    const ledger = new LimitLedger(plans, new TokenCounts(() => this.keepers.metrics.notCounted.inc()));
    const lane = new BacklogLane({
      calls: config.backlogCalls,
      callsOfWorkspace: Math.ceil(config.backlogCalls / 4),
      // The bodies of calls that wait for elements are already read: the other half is for everybody else.
      bytes: config.maxBytesInFlight / 2,
      ms: Math.min(config.backlogWaitSeconds * 1000, config.requestTimeoutMs * OF_REQUEST_TIMEOUT),
    });
    this.client = new QuotaClient({ url: config.directoryUrl, internalToken: config.internalToken });
    this.reporter = new QuotaReporter({
      name: config.instanceId,
      ledger,
      exchange: (report) => this.client.exchange(report),
      clock,
      logger,
    });
    this.keepers = {
      ledger,
      lane,
      clock,
      leaseWaitMs: config.quotaWaitMs,
      metrics: new LimitsMetrics(registry, { ledger, lane }),
      askSoon: () => this.reporter.soon(),
      directoryAway: () => this.reporter.directoryAway,
      isBusy: () => this.busy(),
    };
  }

  begin(request: FastifyRequest, reply: FastifyReply, workspaceId: string): LimitedCall {
    const { raw, caller } = request;
    const workspace = this.keepers.ledger.workspace(workspaceId, this.keepers.clock());
    const backlog = workspace.plan.lane === 'backlog' || isLowestPriority(raw.headers['priority']);
    const gone = (): AbortSignal => {
      const controller = new AbortController();
      // The response's close, not the request's: that one occurs once the body is read.
      reply.raw.once('close', () => controller.abort());
      return controller.signal;
    };
    return new LimitedCall(this.keepers, workspace, {
      tokenId: caller.tokenId,
      subject: caller.subject,
      backlog,
      bytes: Number(raw.headers['content-length'] ?? 0),
      gone,
      refusalByNow: () => request.refusalByNow?.(request),
    });
  }

  /**
   * The state of each limit for a token, as headers and refusals would show it now. For a rate, `resetsAt` is the time when this gateway's
   * share is full again (RFC 3339). Empty for any month but the present one.
   * @param leftOfMonth calls, from the directory: this gateway may not have asked yet
   */
  standing(workspaceId: string, tokenId: string, month: string, leftOfMonth: number): (LimitState & { resetsAt: string })[] {
    const { ledger, clock } = this.keepers;
    const now = clock();
    if (month !== ledger.calendar.month(now)) return [];
    const workspace = ledger.workspace(workspaceId, now);
    const limits = { workspace, tokenRates: workspace.ratesOf(tokenId, () => ledger.firstShare, now) };
    const full = new Map(
      [...ratesOf(limits)].map(({ name, bucket }) => [name as string, new Date(now + bucket.secondsUntilFull(now) * 1000).toISOString()]),
    );
    return limitStates(limits, ledger.calendar, now, () => leftOfMonth).map((state) => ({
      ...state,
      resetsAt: full.get(state.name) ?? ledger.calendar.resetsAt(now),
    }));
  }

  /** This gateway's even share of the limits for all gateways, by the number that the directory knows. */
  get ownPart(): number {
    return this.keepers.ledger.firstShare;
  }

  /** While the gateway is busy, calls of the backlog lane do not start. */
  holdBacklogWhile(busy: () => boolean): void {
    this.busy = busy;
  }

  start(): void {
    this.reporter.start();
  }

  /** Refuses calls that wait in the backlog lane, so that they go to another gateway. */
  stopWaiting(): void {
    this.keepers.lane.close();
  }

  async stop(): Promise<void> {
    await this.reporter.stop();
    await this.client.close();
  }
}
