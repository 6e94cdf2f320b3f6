import type { Logger } from '#telemetry/logger.js';
import { OncePerMinute } from '../pacing/once-per-minute.js';
import type { Call, Lane, Rejection } from '../queue/queue.js';

/** Log messages of delivery, each kind at most once a minute. */
export class RefusalNotes {
  private readonly notes = new OncePerMinute();

  constructor(private readonly log: Logger) {}

  refused(call: Call, rejected: readonly Rejection[]): void {
    const byCode = new Map<string, Rejection[]>();
    for (const rejection of rejected) byCode.set(rejection.code, [...(byCode.get(rejection.code)?.slice(0, 1) ?? []), rejection]);
    for (const [code, [first]] of byCode) {
      const count = rejected.filter((rejection) => rejection.code === code).length;
      this.notes.note(`refused ${code}`, count, (since) =>
        this.log.warn(
          { code, count: since, source: call.elements[first!.index]?.source, detail: first!.detail, pointer: first!.pointer },
          'The gateway refused elements; they are kept apart with its reasons, and the others go on.',
        ),
      );
    }
  }

  later(lane: Lane, status: number, detail: string, pauseMs: number): void {
    this.notes.note(`later ${lane} ${status}`, 1, (since) =>
      this.log.warn({ lane, status, detail, pauseMs: Math.round(pauseMs), times: since }, 'The gateway asks to wait; everything is kept.'),
    );
  }

  /** A key older than the gateway's retention of keys. */
  oldKey({ firstTried, elements }: Call, retentionMs: number): void {
    if (Date.now() - firstTried < retentionMs) return;
    this.notes.note('old key', 1, (since) =>
      this.log.warn(
        { calls: since, elements: elements.length, firstTried: new Date(firstTried).toISOString() },
        'A call without a known outcome is older than the 24 hours for which the gateway remembers keys: if ' +
          'it had arrived, it arrives twice.',
      ),
    );
  }
}
