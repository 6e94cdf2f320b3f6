import { Agent, request } from 'undici';
import type { Call } from '../oracle/history.js';
import { planCall, type PlannedCall, type WorkloadOptions } from '../workload/plan.js';
import { Random } from '../workload/random.js';
import { toWire } from '../workload/wire.js';
import { readAnswer } from './answers.js';

export interface SimulationOptions extends WorkloadOptions {
  seed: number;
  clients: number;
  /** URLs of the gateways; each call goes to a random one. */
  urls: () => readonly string[];
  token: (workspace: string) => string;
  /** Time after which a call counts as unanswered. */
  timeoutMs: number;
}

/** Random clients that compete for the same ids until they are stopped. Records every call with its answer. */
export class Simulation {
  readonly calls: Call[] = [];
  /** Number of calls by HTTP status or `none`, for the reports of a run. */
  readonly tally = new Map<string, number>();
  private readonly agent = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 1_000 });
  private running = true;
  private readonly workers: Promise<void>[];

  constructor(private readonly options: SimulationOptions) {
    const random = new Random(options.seed);
    this.workers = Array.from({ length: options.clients }, (_, at) => this.client(`c${options.seed}.${at}`, random.fork()));
  }

  /** Waits for calls in flight, and closes. */
  async stop(): Promise<Call[]> {
    this.running = false;
    await Promise.all(this.workers);
    await this.agent.close();
    return this.calls;
  }

  private async client(name: string, random: Random): Promise<void> {
    for (let sequence = 0; this.running; sequence++) {
      const plan = planCall(random, name, sequence, this.options);
      const gateways = Array.from({ length: plan.times }, () => random.next());
      await new Promise((resolve) => setTimeout(resolve, plan.pauseMs));
      for (const choice of gateways) if (this.running) this.calls.push(await this.send(plan, choice));
    }
  }

  private async send(plan: PlannedCall, choice: number): Promise<Call> {
    const urls = this.options.urls();
    const wire = toWire(plan, this.options.token(plan.workspace));
    const sentAt = performance.now();
    const call: Call = {
      name: plan.name,
      workspace: plan.workspace,
      ...(plan.idempotencyKey !== undefined && { idempotencyKey: plan.idempotencyKey }),
      sentAt,
      answeredAt: sentAt,
      status: null,
      commands: plan.commands,
      answers: plan.commands.map(() => ({ outcome: 'unknown' })),
    };
    try {
      const response = await request(urls[Math.floor(choice * urls.length)]! + wire.path, {
        method: wire.method,
        headers: wire.headers,
        body: wire.body,
        dispatcher: this.agent,
        headersTimeout: this.options.timeoutMs,
        bodyTimeout: this.options.timeoutMs,
        signal: AbortSignal.timeout(this.options.timeoutMs),
      });
      const text = await response.body.text();
      call.status = response.statusCode;
      const location = response.headers['location'];
      Object.assign(call, readAnswer(response.statusCode, typeof location === 'string' ? location : null, text, plan.commands.length));
    } catch {
      // A refused, cut or silent connection: the outcome is recorded as unknown.
    }
    call.answeredAt = performance.now();
    const kind = String(call.status ?? 'none');
    this.tally.set(kind, (this.tally.get(kind) ?? 0) + 1);
    return call;
  }
}
