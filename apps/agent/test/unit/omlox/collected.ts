import { createLogger } from '#telemetry/logger.js';
import type { Received, SourceContext } from '../../../src/reading/source.js';
import { OMLOX_TIMES, OmloxRun, type OmloxTimes } from '../../../src/sources/omlox/omlox-run.js';
import type { OmloxOptions } from '../../../src/sources/omlox/options.js';

/** A source that runs in the test's process, and its deliveries. */
export interface Collected {
  readonly messages: Received[];
  readonly counts: Map<string, number>;
  readonly connections: string[];
  readonly disconnections: string[];
  /** The source's place in the last delivery. */
  readonly place: () => unknown;
  /** Resolves when the source has ended in order. */
  stop(): Promise<void>;
}

/** Shorter than in production, so that tests do not wait long. */
export const QUICK: OmloxTimes = { ...OMLOX_TIMES, answerMs: 2000, pingMs: 50, silentMs: 1500 };

export function collect(
  options: OmloxOptions,
  {
    place,
    deliver,
    times = QUICK,
  }: { place?: unknown; deliver?: (messages: readonly Received[]) => Promise<void>; times?: OmloxTimes } = {},
): Collected {
  const ending = new AbortController();
  const messages: Received[] = [];
  const counts = new Map<string, number>();
  const connections: string[] = [];
  const disconnections: string[] = [];
  let last: unknown = place;
  const context: SourceContext = {
    name: 'hall',
    log: createLogger({ service: 'agent', instance: 'test', level: 'silent' }),
    signal: ending.signal,
    place,
    async deliver(received, standing) {
      await deliver?.(received);
      for (const each of received) messages.push(each);
      last = standing ?? last;
    },
    connected: (detail) => void connections.push(detail),
    disconnected: (detail) => void disconnections.push(detail),
    counted: (what, number) => void counts.set(what, (counts.get(what) ?? 0) + number),
  };
  const running = new OmloxRun(options, context, times).run();
  running.catch(() => undefined);
  return {
    messages,
    counts,
    connections,
    disconnections,
    place: () => last,
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** `<thing>@<observedAt>` of every delivered position, in order. */
export function positions(messages: readonly Received[]): string[] {
  return messages.flatMap(({ reading }) => (reading?.position ? [`${reading.id}@${reading.observedAt}`] : []));
}
