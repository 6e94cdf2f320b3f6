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

/** The longest wait as a part of the request time-out, which also runs while the body is not read. */
const OF_REQUEST_TIMEOUT = 0.8;

/** Applies the plans' limits on this gateway. Nothing waits for a database; a call waits for the directory only if its lease is used up. */
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
      // Calls that wait for elements hold their bodies in memory: the other half is left to all other calls.
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
      // The response's `close`, since the request's already occurs when the body is read.
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
   * The state of each limit for a token, with the present values of headers and refusals. For a rate, `resetsAt` is the time when this
   * gateway's share is full again (RFC 3339). Empty for any month except the present one.
   * @param leftOfMonth number of calls according to the directory, which this gateway may not have asked yet
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

  /** This gateway's even share of the limits: 1 divided by the number of gateways that the directory knows. */
  get ownPart(): number {
    return this.keepers.ledger.firstShare;
  }

  /** @param busy while it returns true, calls of the backlog lane do not start */
  holdBacklogWhile(busy: () => boolean): void {
    this.busy = busy;
  }

  start(): void {
    this.reporter.start();
  }

  /** Refuses calls that wait in the backlog lane, so that clients send them to another gateway. */
  stopWaiting(): void {
    this.keepers.lane.close();
  }

  async stop(): Promise<void> {
    await this.reporter.stop();
    await this.client.close();
  }
}
