import { setTimeout as sleep } from 'node:timers/promises';
import { ID_STRIDE, VARIANTS } from '../load/fleet.js';
import { WaymarkWriter } from '../peers/load/waymark-writer.js';
import type { OwnInstallation } from './own-installation.js';

const ELEMENTS_PER_CALL = 100;
/** After a call that failed, as a client would. */
const PAUSE_MS = 200;

/** Callers that post one call after the other and wait for its outcomes, until they are stopped. */
export class Writers {
  /** Elements with an outcome. */
  applied = 0;
  /** Calls without outcomes: refused, accepted only, or broken off. */
  failed = 0;
  private next = 0;
  private stopping = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly target: OwnInstallation['target'],
    count: number,
    /** Size of the fleet. */
    private readonly objects: number,
  ) {
    this.running = Array.from({ length: count }, () => this.write());
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private async write(): Promise<void> {
    const writer = new WaymarkWriter(this.target);
    while (!this.stopping) {
      const first = this.next;
      this.next += ELEMENTS_PER_CALL;
      const updates = Array.from({ length: ELEMENTS_PER_CALL }, (_unused, index) => ({
        number: ((first + index) * ID_STRIDE) % this.objects,
        variant: Math.floor(first / this.objects) % VARIANTS,
      }));
      try {
        await writer.write(updates);
        this.applied += ELEMENTS_PER_CALL;
      } catch {
        this.failed++;
        await sleep(PAUSE_MS);
      }
    }
    writer.close();
  }
}
