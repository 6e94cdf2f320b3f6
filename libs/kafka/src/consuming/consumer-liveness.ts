import type { Consumer } from '#kafka-client';

/** A sign of life of a consumer. */
type Sign = 'fetch' | 'heartbeat';

export interface LivenessOptions {
  sessionTimeoutMs: number;
  onSilence: (error: Error) => void;
}

/**
 * Notices a consumer that has silently stopped: without a fetch or a heartbeat for two session timeouts, by the monotonic clock
 * (reliability, section 1, rules 5 and 10). A client whose attempts fail is alive, since the broker may be down for long.
 */
export class ConsumerLiveness {
  private readonly last: Record<Sign, number> = { fetch: performance.now(), heartbeat: performance.now() };
  private contact = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private lastCheck = performance.now();

  constructor(private readonly options: LivenessOptions) {}

  watch(consumer: Consumer): void {
    const { FETCH, START_BATCH_PROCESS, HEARTBEAT, GROUP_JOIN, REBALANCING, REQUEST_TIMEOUT } = consumer.events;
    consumer.on(FETCH, () => this.reached('fetch'));
    consumer.on(START_BATCH_PROCESS, () => this.reached('fetch'));
    consumer.on(HEARTBEAT, () => this.reached('heartbeat'));
    consumer.on(GROUP_JOIN, () => {
      this.reached('heartbeat');
      this.tried();
    });
    consumer.on(REBALANCING, () => this.tried());
    consumer.on(REQUEST_TIMEOUT, () => this.tried());
    this.tried();
    this.lastCheck = performance.now();
    this.timer = setInterval(() => this.check(), this.options.sessionTimeoutMs / 4);
  }

  sign(sign: Sign): void {
    this.last[sign] = performance.now();
  }

  /** Call it when the client tries to connect. */
  tried(): void {
    this.sign('fetch');
    this.sign('heartbeat');
  }

  /** Milliseconds since the last answer of the broker. */
  get unreachedMs(): number {
    return performance.now() - this.contact;
  }

  private reached(sign: Sign): void {
    this.contact = performance.now();
    this.sign(sign);
  }

  private get silentMs(): number {
    return performance.now() - Math.min(this.last.fetch, this.last.heartbeat);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    const now = performance.now();
    // A suspended process has received nothing, which is not a fault of the consumer.
    const frozen = now - this.lastCheck > this.options.sessionTimeoutMs;
    this.lastCheck = now;
    if (frozen) return this.tried();
    if (this.silentMs <= 2 * this.options.sessionTimeoutMs) return;
    this.stop();
    const sign = this.last.fetch < this.last.heartbeat ? 'fetch' : 'heartbeat';
    this.options.onSilence(
      new Error(`The Kafka consumer showed no ${sign} for ${Math.round(this.silentMs / 1000)} s: it has stopped without saying so.`),
    );
  }
}
