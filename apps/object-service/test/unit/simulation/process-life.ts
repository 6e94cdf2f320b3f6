import type { SimulatedTime } from './simulated-time.js';

/**
 * Whether a simulated process is running, stopped (SIGSTOP) or dead (kill -9). Everything that it sends and receives passes through here: a
 * stopped process sends and receives nothing until it continues, a dead one never again.
 */
export class ProcessLife {
  state: 'running' | 'stopped' | 'dead' = 'running';
  private held: (() => void)[] = [];
  private armed: { countdown: number; fate: () => void } | undefined;

  constructor(private readonly time: SimulatedTime) {}

  pass(action: () => void): void {
    if (this.state === 'running') action();
    else if (this.state === 'stopped') this.held.push(action);
  }

  /** Sends a request; an armed fault may occur just before or just after it was sent. */
  send(request: () => void): void {
    this.pass(() => {
      this.touch();
      this.pass(() => {
        request();
        this.touch();
      });
    });
  }

  /** Makes the fault occur after this many moments, two per request. */
  arm(countdown: number, fate: () => void): void {
    this.armed ??= { countdown, fate };
  }

  disarm(): void {
    this.armed = undefined;
  }

  stop(): void {
    if (this.state === 'running') this.state = 'stopped';
  }

  resume(): void {
    if (this.state !== 'stopped') return;
    this.state = 'running';
    for (const action of this.held.splice(0)) this.time.after(0, () => this.pass(action));
  }

  die(): void {
    this.state = 'dead';
    this.held = [];
  }

  private touch(): void {
    if (!this.armed || --this.armed.countdown > 0) return;
    const { fate } = this.armed;
    this.armed = undefined;
    fate();
  }
}
