import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#telemetry/logger.js';
import type { QueueConfig } from '../../src/configuration/agent-config.js';
import { DurableQueue, type DurableQueueOptions } from '../../src/queue/durable-queue.js';
import type { Element } from '../../src/reading/element.js';

export const silent = createLogger({ service: 'test', instance: 'test', level: 'silent' });
export const MiB = 1024 * 1024;

/** A temporary folder for a queue; a second `open` acts as a restart. */
export class AgentFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'waymark-agent-'));
  private readonly opened: DurableQueue[] = [];
  readonly fatal: Error[] = [];

  open(config: Partial<QueueConfig> = {}, times: Pick<DurableQueueOptions, 'liveMs' | 'lateMs'> = {}): DurableQueue {
    const queue = DurableQueue.open({
      config: { folder: this.path, maxBytes: 256 * MiB, whenFull: 'wait', keepRefusedDays: 7, ...config },
      log: silent,
      onFatal: (error) => this.fatal.push(error),
      ...times,
    });
    this.opened.push(queue);
    return queue;
  }

  remove(): void {
    for (const queue of this.opened) {
      try {
        queue.close();
      } catch {
        // The test has already closed it.
      }
    }
    rmSync(this.path, { recursive: true, force: true });
  }
}

export function element(id: string, second = 0, more: Partial<Element> = {}): Element {
  return {
    externalId: id,
    observedAt: new Date(Date.UTC(2026, 10, 23) + second * 1000).toISOString(),
    locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
    ...more,
  };
}

export function elements(count: number, prefix = 'e'): Element[] {
  return Array.from({ length: count }, (_, at) => element(`${prefix}${at}`, at));
}

export const handover = (...given: Element[]) => ({ source: 'hub', elements: given, quarantined: [] });
export const ids = (stored: readonly { body: string }[]): string[] => stored.map(({ body }) => (JSON.parse(body) as Element).externalId);
