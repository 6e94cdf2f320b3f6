import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
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

/** What plans limit, on this gateway: nothing here waits for a database, and only a lease that has ended waits for the directory. */
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
      // Those that wait for elements are read: the other half is for everybody else.
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
      // Of the answer, not of the request: that one is closed when its body was read.
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
   * How each limit stands for a token, as headers and refusals would say it now; a rate `resetsAt` when all of it that this gateway
   * may use is there again (RFC 3339). Empty for another month than the present one.
   * @param leftOfMonth calls, as the directory says it: this gateway may not have asked yet
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

  /** Of what all gateways together may do: an even part, by how many the directory has heard of. */
  get ownPart(): number {
    return this.keepers.ledger.firstShare;
  }

  /** When the gateway has enough to do, calls of the backlog lane are not begun. */
  holdBacklogWhile(busy: () => boolean): void {
    this.busy = busy;
  }

  start(): void {
    this.reporter.start();
  }

  /** Who waits in the backlog lane is refused, so that it goes to another gateway. */
  stopWaiting(): void {
    this.keepers.lane.close();
  }

  async stop(): Promise<void> {
    await this.reporter.stop();
    await this.client.close();
  }
}
