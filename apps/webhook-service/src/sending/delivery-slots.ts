import { type Registry, watchedGauge } from '#telemetry/metrics.js';

interface Waiting {
  workspace: string;
  admit: () => void;
}

/**
 * Limits concurrent sends. Each workspace has a maximum, so that its slow receivers delay only its own messages; when all slots are taken,
 * the next free one goes to the workspace with the fewest messages in flight.
 */
export class DeliverySlots {
  private readonly underWay = new Map<string, number>();
  private waiting: Waiting[] = [];
  private total = 0;

  constructor(
    private readonly bounds: { atATime: number; ofAWorkspace: number },
    registry?: Registry,
  ) {
    if (registry === undefined) return;
    const gauge = (name: string, help: string, value: () => number): void => watchedGauge(registry, { name, help, value });
    gauge('waymark_webhook_deliveries_under_way', 'Messages that are being sent.', () => this.total);
    gauge('waymark_webhook_deliveries_waiting', 'Messages that wait for a slot, of their workspace or at all.', () => this.waiting.length);
  }

  /**
   * @returns a function to call once, when the message is done
   * @throws the signal's reason when it is aborted during the wait
   */
  async enter(workspace: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.hasRoom(workspace)) await this.turn(workspace, signal);
    else this.count(workspace, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.count(workspace, -1);
      this.admitNext();
    };
  }

  private hasRoom(workspace: string): boolean {
    return this.total < this.bounds.atATime && (this.underWay.get(workspace) ?? 0) < this.bounds.ofAWorkspace;
  }

  private turn(workspace: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = (): void => {
        this.waiting = this.waiting.filter((each) => each !== entry);
        reject(signal.reason as Error);
      };
      const entry: Waiting = {
        workspace,
        admit: () => {
          signal.removeEventListener('abort', give);
          resolve();
        },
      };
      signal.addEventListener('abort', give, { once: true });
      this.waiting.push(entry);
    });
  }

  private admitNext(): void {
    let next: Waiting | undefined;
    for (const each of this.waiting) {
      if (this.hasRoom(each.workspace) && (next === undefined || this.of(each.workspace) < this.of(next.workspace))) next = each;
    }
    if (next === undefined) return;
    this.waiting = this.waiting.filter((each) => each !== next);
    this.count(next.workspace, 1);
    next.admit();
  }

  private of(workspace: string): number {
    return this.underWay.get(workspace) ?? 0;
  }

  private count(workspace: string, by: 1 | -1): void {
    this.total += by;
    const left = this.of(workspace) + by;
    if (left === 0) this.underWay.delete(workspace);
    else this.underWay.set(workspace, left);
  }
}
