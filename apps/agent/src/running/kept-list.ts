import type { DurableQueue } from '../queue/durable-queue.js';
import { type KeptFilter, keptOf, refusedOf } from './replay.js';

/** One unsent entry, for people. */
export interface KeptEntry {
  readonly at: string;
  readonly source: string;
  /** Whether the gateway refused it, or the agent quarantined it. */
  readonly by: 'gateway' | 'agent';
  readonly reason: string;
  readonly detail: string;
  /** JSON text, cut after 16 KiB. */
  readonly content: string;
}

/** Quarantined messages and refused elements, newest first, at most `limit`. */
export function takeKept(queue: DurableQueue, filter: KeptFilter, limit: number): KeptEntry[] {
  const entries: (KeptEntry & { readonly order: number })[] = [];
  for (const { at, source, code, detail, pointer, body } of first(refusedOf(queue, filter), limit)) {
    entries.push({
      order: at,
      at: new Date(at).toISOString(),
      source,
      by: 'gateway',
      reason: code,
      detail: pointer ? `${pointer}: ${detail}` : detail,
      content: body,
    });
  }
  for (const { at, source, reason, detail, document } of first(keptOf(queue, filter), limit))
    entries.push({ order: at, at: new Date(at).toISOString(), source, by: 'agent', reason, detail, content: document });
  return entries
    .sort((one, other) => other.order - one.order)
    .slice(0, limit)
    .map(({ order: _order, ...entry }) => entry);
}

function* first<T>(values: Iterable<T>, limit: number): Generator<T> {
  let given = 0;
  for (const value of values) {
    if (given++ >= limit) return;
    yield value;
  }
}
