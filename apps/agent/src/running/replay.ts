import type { Logger } from '#telemetry/logger.js';
import type { AgentConfig, SourceConfig } from '../configuration/agent-config.js';
import { mapReading } from '../mapping/map-reading.js';
import type { DurableQueue } from '../queue/durable-queue.js';
import type { KeptMessage, RefusedElement } from '../queue/queue.js';
import type { Element } from '../reading/element.js';
import type { Reading } from '../reading/reading.js';
import type { Received } from '../reading/source.js';
import { Rereading } from './rereading.js';

/** Selects quarantined messages and refused elements; absent members do not restrict. */
export interface KeptFilter {
  readonly source?: string;
  /** A reason of quarantine, or a code of the gateway. */
  readonly reason?: string;
  /** Time of quarantine or refusal, in milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
}

export interface ReplayResult {
  /** Refused elements that are queued again, unchanged. */
  readonly refused: number;
  /** Messages that the current map turned into queued elements. */
  readonly mapped: number;
  /** Messages that stay in quarantine, with their current reasons. */
  readonly staying: Readonly<Record<string, number>>;
}

const PAGE = 500;
const PUT_AT_A_TIME = 500;

/**
 * Sends refused elements again, and quarantined messages as their source now reads them and the current configuration maps them. An entry
 * leaves its place in the same transaction that queues it; everything else stays. One replay at a time: two would both find the same
 * entries.
 * @param dryRun changes nothing, and returns what would happen
 */
export async function replay(
  queue: DurableQueue,
  config: AgentConfig,
  filter: KeptFilter,
  dryRun: boolean,
  log: Logger,
): Promise<ReplayResult> {
  const refused = await replayRefused(queue, filter, dryRun);
  const rereading = new Rereading(log);
  try {
    return { refused, ...(await replayKept(queue, config, filter, dryRun, rereading)) };
  } finally {
    await rereading.close();
  }
}

async function replayKept(
  queue: DurableQueue,
  config: AgentConfig,
  filter: KeptFilter,
  dryRun: boolean,
  rereading: Rereading,
): Promise<Omit<ReplayResult, 'refused'>> {
  const staying: Record<string, number> = {};
  let mapped = 0;
  let before: number | undefined;
  for (;;) {
    const page = queue.messagesKeptApart(PAGE, before);
    before = page.at(-1)?.id;
    const bySource = new Map<string, { id: number; element: Element }[]>();
    for (const message of page.filter((each) => isMeant(filter, each, each.reason))) {
      const result = await mapAgain(message, config, rereading);
      if (typeof result === 'string') staying[result] = (staying[result] ?? 0) + 1;
      else bySource.set(message.source, [...(bySource.get(message.source) ?? []), { id: message.id, element: result }]);
    }
    for (const [source, made] of bySource) {
      mapped += made.length;
      if (!dryRun)
        await queue.put({
          source,
          elements: made.map(({ element }) => element).reverse(),
          replaces: made.map(({ id }) => id),
          quarantined: [],
          received: 0,
        });
    }
    if (page.length < PAGE) return { mapped, staying };
  }
}

async function replayRefused(queue: DurableQueue, filter: KeptFilter, dryRun: boolean): Promise<number> {
  // Collects all first, because elements that are sent and refused again would otherwise be found twice.
  const ids: number[] = [];
  for (const element of refusedOf(queue, filter)) ids.push(element.id);
  ids.reverse();
  if (dryRun) return ids.length;
  let sent = 0;
  for (let at = 0; at < ids.length; at += PUT_AT_A_TIME) sent += await queue.sendRefusedAgain(ids.slice(at, at + PUT_AT_A_TIME));
  return sent;
}

/** Refused elements, newest first. */
export function* refusedOf(queue: DurableQueue, filter: KeptFilter): Generator<RefusedElement> {
  for (let before: number | undefined; ;) {
    const page = queue.refused(PAGE, before);
    for (const element of page) if (isMeant(filter, element, element.code)) yield element;
    if (page.length < PAGE) return;
    before = page.at(-1)!.id;
  }
}

/** Quarantined messages, newest first. */
export function* keptOf(queue: DurableQueue, filter: KeptFilter): Generator<KeptMessage> {
  for (let before: number | undefined; ;) {
    const page = queue.messagesKeptApart(PAGE, before);
    for (const message of page) if (isMeant(filter, message, message.reason)) yield message;
    if (page.length < PAGE) return;
    before = page.at(-1)!.id;
  }
}

function isMeant(
  { source, reason, since = -Infinity, until = Infinity }: KeptFilter,
  kept: { source: string; at: number },
  why: string,
): boolean {
  return (
    (source === undefined || kept.source === source) && (reason === undefined || why === reason) && kept.at >= since && kept.at <= until
  );
}

/** The element, or the reason why there is none. */
async function mapAgain(
  { source: name, at, document, reading }: KeptMessage,
  { sources }: AgentConfig,
  rereading: Rereading,
): Promise<Element | string> {
  const source = sources.find((each) => each.name === name);
  if (source === undefined) return 'the source is no longer configured';
  const came = parsed(document);
  if (came === undefined) return 'only the beginning of the message was kept';
  if (reading !== null) return elementOf({ document: came.value, reading: JSON.parse(reading) as Reading }, source, at);
  const reread = await rereading.read(source, came.value);
  if (typeof reread === 'object' && reread.quarantined === undefined) return elementOf(reread, source, at);
  // A map may be able to use a message that the source cannot read.
  if (source.map !== undefined) return elementOf({ document: came.value }, source, at);
  return typeof reread === 'string' ? reread : (reread?.quarantined?.reason ?? 'not-mapped');
}

async function elementOf(received: Received, source: SourceConfig, receivedAt: number): Promise<Element | string> {
  const mapped = await mapReading(received, source, receivedAt);
  return 'element' in mapped ? mapped.element : mapped.quarantined.reason;
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
