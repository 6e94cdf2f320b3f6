import { Latencies } from './latencies.js';

/** The counts that a posting tool shows. */
export class Figures {
  sent = 0;
  applied = 0;
  rejected = 0;
  /** Accepted with 202: the outcomes did not arrive in time, but nothing is lost. */
  pending = 0;
  /** Elements of calls that failed as a whole. */
  failed = 0;
  readonly latencies = new Latencies();

  /** For a live line: "sent 1,200  applied 1,198  rejected 2  p50 8 ms  p99 21 ms". */
  toString(): string {
    const count = (value: number) => value.toLocaleString('en');
    const latency = (share: number) => `${Math.round(this.latencies.percentile(share) ?? 0)} ms`;
    return [
      `sent ${count(this.sent)}`,
      `applied ${count(this.applied)}`,
      `rejected ${count(this.rejected)}`,
      ...(this.pending > 0 ? [`pending ${count(this.pending)}`] : []),
      ...(this.failed > 0 ? [`failed ${count(this.failed)}`] : []),
      `p50 ${latency(0.5)}`,
      `p99 ${latency(0.99)}`,
    ].join('  ');
  }
}
