import { setTimeout as sleep } from 'node:timers/promises';
import { objectId, VARIANTS, variantAt } from '../load/fleet.js';
import { WaymarkWriter } from '../peers/load/waymark-writer.js';
import type { OwnInstallation } from './own-installation.js';

const POST_EVERY_MS = 250;
const READ_EVERY_MS = 100;

/** Milliseconds from a moment until something posted afterwards had an outcome, and until it could be read; undefined: not yet. */
export interface Answered {
  outcomeMs?: number;
  readableMs?: number;
}

/** Posts an object of its own four times a second and reads it ten times a second. A call that hangs holds up no other one. */
export class Probe {
  /** When each variant was posted last; by performance.now(). */
  private readonly postedAt = new Map<number, number>();
  private since = Infinity;
  private answered: Answered = {};
  private stopping = false;
  private readonly running: Promise<unknown>;

  constructor(
    private readonly target: OwnInstallation['target'],
    /** Number of an object outside the fleet. */
    private readonly object: number,
  ) {
    this.running = Promise.all([this.post(), this.read()]);
  }

  /** Measures from now on. */
  mark(): Answered {
    this.since = performance.now();
    return (this.answered = {});
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async post(): Promise<void> {
    for (let turn = 0; !this.stopping; turn++) {
      void this.postOne(turn % VARIANTS);
      await sleep(POST_EVERY_MS);
    }
  }

  private async postOne(variant: number): Promise<void> {
    const at = performance.now();
    this.postedAt.set(variant, at);
    const writer = new WaymarkWriter(this.target);
    try {
      await writer.write([{ number: this.object, variant }]);
      if (at >= this.since) this.answered.outcomeMs ??= performance.now() - this.since;
    } catch {
      // Refused while a server is down.
    } finally {
      writer.close();
    }
  }

  private async read(): Promise<void> {
    const { url, token, workspace } = this.target;
    const headers = { authorization: `Bearer ${token}` };
    while (!this.stopping) {
      const object = await fetch(`${url}/groups/${workspace}/externalObjects/${objectId(this.object)}`, { headers })
        .then(async (answer) => (answer.ok ? ((await answer.json()) as { position: { lat: number } }) : undefined))
        .catch(() => undefined);
      if (object && (this.postedAt.get(variantAt(object.position.lat)) ?? 0) >= this.since)
        this.answered.readableMs ??= performance.now() - this.since;
      await sleep(READ_EVERY_MS);
    }
  }
}
