import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { REGISTRY } from '#service/tokens.js';

/** Longest time until a changed clock is noticed; one report without a delay in that time is enough. */
const WINDOW_MS = 30_000;
/** Time without reports after which a gateway is forgotten. */
const FORGOTTEN_MS = 2 * WINDOW_MS;
/** Most gateways that are watched; more than any installation has. */
const MAX_GATEWAYS = 1000;

interface Watched {
  /** Time by performance.now(). */
  windowBegan: number;
  seenAt: number;
  /** Largest lead of the clock in this window, in milliseconds. */
  most: number;
  mostBefore: number;
}

/**
 * How far the clocks of gateways are ahead of this service's, from the times at which their reports were sent and received. A delay can
 * only make a clock look slow, so the maximum of a window counts.
 */
@Injectable()
export class GatewayClocks {
  private readonly gateways = new Map<string, Watched>();

  constructor(@Inject(REGISTRY) registry: Registry) {
    const ahead = (): Iterable<[string, number]> => this.all();
    new Gauge({
      name: 'waymark_gateway_clock_skew_seconds',
      help: "How far a gateway's clock is ahead of the directory service's; negative: behind.",
      labelNames: ['gateway'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [gateway, ms] of ahead()) this.set({ gateway }, ms / 1000);
      },
    });
  }

  /**
   * @param sentAt milliseconds since the epoch by the gateway's clock
   * @returns the known lead of the clock in milliseconds; undefined if too many gateways are watched
   */
  note(gateway: string, sentAt: number): number | undefined {
    const now = performance.now();
    const ahead = Math.round(sentAt - Date.now());
    const known = this.gateways.get(gateway);
    if (known === undefined) {
      this.forget(now);
      if (this.gateways.size >= MAX_GATEWAYS) return undefined;
      this.gateways.set(gateway, { windowBegan: now, seenAt: now, most: ahead, mostBefore: -Infinity });
      return ahead;
    }
    if (now - known.windowBegan >= WINDOW_MS) {
      // After a pause, earlier values do not count.
      known.mostBefore = now - known.windowBegan < 2 * WINDOW_MS ? known.most : -Infinity;
      [known.most, known.windowBegan] = [ahead, now];
    }
    known.most = Math.max(known.most, ahead);
    known.seenAt = now;
    return Math.max(known.most, known.mostBefore);
  }

  private *all(): Iterable<[gateway: string, aheadMs: number]> {
    this.forget(performance.now());
    for (const [gateway, { most, mostBefore }] of this.gateways) yield [gateway, Math.max(most, mostBefore)];
  }

  private forget(now: number): void {
    for (const [gateway, { seenAt }] of this.gateways) if (now - seenAt > FORGOTTEN_MS) this.gateways.delete(gateway);
  }
}
