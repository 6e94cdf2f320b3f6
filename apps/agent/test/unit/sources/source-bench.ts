import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '#telemetry/logger.js';
import type { Received, SourceContext, SourceCount, SourceKind } from '../../../src/reading/source.js';

/** A source that runs against this receiver of its messages, which accepts them at once or when a test allows it. */
export class RunningSource {
  /** Messages on disk. */
  readonly kept: Received[] = [];
  /** Messages of each call. */
  readonly calls: number[] = [];
  readonly states: string[] = [];
  /** The source's counts of other events. */
  readonly counts: Partial<Record<SourceCount, number>> = {};
  place: unknown;
  private readonly ending = new AbortController();
  private gate: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;
  private ended: Promise<void> = Promise.resolve();
  failure: unknown;
  private heldCall = 0;

  static start<Options>(kind: SourceKind<Options>, options: Options, place?: unknown): RunningSource {
    return RunningSource.begin(kind, options, place, false);
  }

  /** Runs the source like `agent tail`. */
  static look<Options>(kind: SourceKind<Options>, options: Options): RunningSource {
    return RunningSource.begin(kind, options, undefined, true);
  }

  private static begin<Options>(kind: SourceKind<Options>, options: Options, place: unknown, lookOnly: boolean): RunningSource {
    const running = new RunningSource();
    running.place = place;
    running.ended = kind
      .run(options, { ...running.context(place), ...(lookOnly && { lookOnly }) })
      .catch((error: unknown) => void (running.failure = error));
    return running;
  }

  private context(place: unknown): SourceContext {
    return {
      name: 'test',
      log: silent,
      signal: this.ending.signal,
      place,
      deliver: async (messages, next) => {
        this.calls.push(messages.length);
        if (this.calls.length === this.heldCall) this.hold();
        await this.gate;
        if (this.ending.signal.aborted && this.gate !== OPEN) throw new Error('ended before it was on disk');
        this.kept.push(...messages);
        // As the queue stores it.
        if (next !== undefined) this.place = JSON.parse(JSON.stringify(next)) as unknown;
      },
      connected: (detail) => void this.states.push(`connected: ${detail}`),
      disconnected: (detail) => void this.states.push(`disconnected: ${detail}`),
      counted: (what, number) => void (this.counts[what] = (this.counts[what] ?? 0) + number),
    };
  }

  /** From this call on, counted from 1, messages do not reach the disk. */
  holdAt(call: number): void {
    this.heldCall = call;
  }

  /** From now on, messages do not reach the disk. */
  hold(): void {
    this.gate = new Promise((resolve) => (this.open = resolve));
  }

  release(): void {
    this.open();
    this.gate = OPEN;
  }

  get connected(): boolean {
    return this.states.at(-1)?.startsWith('connected') ?? false;
  }

  /** Stops the source. @returns the duration in milliseconds */
  async stop(): Promise<number> {
    const begun = performance.now();
    this.ending.abort();
    this.open();
    await this.ended;
    return performance.now() - begun;
  }
}

const OPEN = Promise.resolve();
export const silent = createLogger({
  service: 'test',
  instance: 'agent',
  level: (process.env['TEST_LOG'] as 'debug' | undefined) ?? 'silent',
});

export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 20_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Did not hold within ${milliseconds} ms: ${holds.toString()}`);
    await sleep(5);
  }
}
