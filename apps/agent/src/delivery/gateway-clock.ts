import type { Logger } from '#telemetry/logger.js';

const WARN_FROM_MS = 60_000;
const WARN_EVERY_MS = 10 * 60_000;

/** Difference between the agent's wall clock and the gateway's, from the `Date` header of answers; it has a resolution of one second. */
export class GatewayClock {
  private behind = 0;
  private warnedAt = -Infinity;

  constructor(private readonly log: Logger) {}

  /** @param roundTripMs of the call */
  note(date: string | undefined, roundTripMs: number): void {
    const at = date === undefined ? NaN : Date.parse(date);
    if (Number.isNaN(at)) return;
    const behind = at + roundTripMs / 2 - Date.now();
    this.behind = Math.abs(behind) < 1000 + roundTripMs ? 0 : Math.round(behind);
    if (Math.abs(this.behind) < WARN_FROM_MS || performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(
      { seconds: Math.round(this.behind / 1000) },
      'The clock of this machine and that of the gateway differ by so many seconds ' +
        '(positive: this one is behind). Elements that are observed more than 5 minutes ' +
        "after the gateway's time are refused; set the clock by NTP.",
    );
  }

  /** Milliseconds by which the agent's clock is behind the gateway's; negative: ahead; 0: within the resolution. */
  get behindMs(): number {
    return this.behind;
  }

  /** The gateway's time, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.behind;
  }
}
