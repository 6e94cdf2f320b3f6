import { productVersion } from '#settings/product-version.js';
import type { AgentConfig } from '../configuration/agent-config.js';
import type { CounterName, CounterRow } from '../queue/tallies.js';
import type { KeptApart, SourceStatus, StatusReport } from '../status/status-report.js';
import type { Rates } from './rates.js';
import type { Works } from './works.js';

/** Number of the newest unsent entries from which samples are taken. */
const LOOKED_THROUGH = 200;
const MAX_SAMPLE = 2_000;

export interface Reported {
  readonly works: Works;
  readonly config: AgentConfig;
  readonly rates: Rates;
  readonly startedAt: Date;
  readonly readAt: Date;
  readonly fault: string | undefined;
  readonly file: string;
  readonly newerVersion: string | undefined;
}

/** Counters by name and source, summed over all reasons; rates use the same names. */
export function countsOf(rows: readonly CounterRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, source, value } of rows) {
    for (const key of [name, `${name} ${source}`]) counts.set(key, (counts.get(key) ?? 0) + value);
  }
  return counts;
}

/** The data for operators (see `StatusReport`). Contains no secrets. */
export function reportOf({ works, config, rates, startedAt, readAt, fault, file, newerVersion }: Reported): StatusReport {
  const rows = works.queue.counters();
  const counts = countsOf(rows);
  const count = (name: CounterName, source?: string): number => counts.get(source === undefined ? name : `${name} ${source}`) ?? 0;
  const queue = works.queue.status();
  const line = works.delivery.status();
  const kept = works.queue.messagesKeptApart(LOOKED_THROUGH);
  const refused = works.queue.refused(LOOKED_THROUGH);
  const sources = works.sources().map(({ name, kind, state, detail, since }): SourceStatus => {
    const reasons = rows.filter((row) => row.name === 'quarantined' && row.source === name);
    return {
      name,
      kind,
      state: state === 'stopped' ? 'disconnected' : state,
      since: new Date(since).toISOString(),
      detail,
      received: count('received', name),
      receivedPerSecond: rates.perSecond(`received ${name}`, count('received', name)),
      queued: count('queued', name),
      merged: count('merged', name),
      quarantined: reasons.map(({ reason, value }) =>
        apart(
          reason,
          value,
          kept
            .filter((message) => message.source === name && message.reason === reason)
            .map((message) => ({ ...message, text: message.document })),
        ),
      ),
    };
  });
  const codes = new Map<string, number>();
  for (const { name, reason, value } of rows) if (name === 'refused') codes.set(reason, (codes.get(reason) ?? 0) + value);
  const answered = line.state !== 'up' || count('sent') + count('refused') > 0;
  return {
    version: productVersion(),
    ...(newerVersion !== undefined && { newerVersion }),
    startedAt: startedAt.toISOString(),
    now: new Date().toISOString(),
    well:
      fault === undefined &&
      line.state === 'up' &&
      queue.state === 'fine' &&
      sources.every(({ state }) => state === 'connected' || state === 'starting'),
    configuration: { file, readAt: readAt.toISOString(), ...(fault !== undefined && { fault }) },
    gateway: {
      url: config.gateway.url,
      workspace: config.gateway.workspace,
      ...(answered && { lastAnswer: { at: new Date(line.since).toISOString(), text: line.detail, good: line.state === 'up' } }),
    },
    queue: {
      length: queue.waiting,
      ...(queue.oldestReceived !== undefined && { oldestSeconds: Math.max(0, (Date.now() - queue.oldestReceived) / 1000) }),
      bytes: queue.bytesOnDisk,
      maxBytes: queue.maxBytes,
      whenFull: config.queue.whenFull,
      ...(queue.state !== 'fine' && { fault: queue.detail }),
      sent: count('sent'),
      sentPerSecond: rates.perSecond('sent', count('sent')),
      dropped: count('dropped'),
    },
    sources,
    refused: [...codes].map(([code, value]) =>
      apart(
        code,
        value,
        refused.filter((element) => element.code === code).map((element) => ({ ...element, text: element.body })),
      ),
    ),
  };
}

/** Why messages of some or all sources cannot be accepted. An unavailable gateway is not a reason, because the queue covers it. */
export function notReady(works: Works): string[] {
  const queue = works.queue.status();
  const failed = works.sources().filter(({ state }) => state === 'failed');
  return [...(queue.state === 'fine' ? [] : [`queue: ${queue.detail}`]), ...failed.map(({ name, detail }) => `${name}: ${detail}`)];
}

function apart(
  reason: string,
  count: number,
  samples: readonly { readonly at: number; readonly detail: string; readonly text: string }[],
): KeptApart {
  const [newest] = samples;
  if (newest === undefined) return { reason, count };
  return {
    reason,
    count,
    sample: {
      at: new Date(newest.at).toISOString(),
      detail: newest.detail,
      document: newest.text.length > MAX_SAMPLE ? `${newest.text.slice(0, MAX_SAMPLE)}…`.toWellFormed() : newest.text,
    },
  };
}
