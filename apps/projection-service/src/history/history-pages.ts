import { Injectable } from '@nestjs/common';
import type { HistoryQuery } from './query/history-query.js';
import { type HistoryEnd, HistoryReader } from './query/history-reader.js';
import { type Begin, RequestedObjects } from './query/requested-objects.js';
import { servedChanges } from './query/served-change.js';

/** Where a page ended: an object and the last returned change. Without the change, the object is complete. */
export type PageEnd = readonly [externalId: string] | readonly [externalId: string, observedAt: string, revision: number];

/** After this time a page ends, possibly empty: a single line may require a search through many objects. */
const TIMEOUT_MS = 2_000;
/** A page also ends at this size, since a change may be large. */
const PAGE_CHARACTERS = 8 * 1024 * 1024;

/** The changes of several objects, ordered by id, time of observation and revision. */
@Injectable()
export class HistoryPages {
  constructor(
    private readonly objects: RequestedObjects,
    private readonly reader: HistoryReader,
  ) {}

  async page(query: HistoryQuery, after: PageEnd | undefined, limit: number): Promise<{ lines: string[]; end: PageEnd | undefined }> {
    const lines: string[] = [];
    let room = PAGE_CHARACTERS;
    const deadline = performance.now() + TIMEOUT_MS;
    const [resumed, observedAt, revision] = after ?? [];
    const begin: Begin | undefined = resumed === undefined ? undefined : { externalId: resumed, included: observedAt !== undefined };
    let resumeAt: HistoryEnd | undefined = observedAt === undefined ? undefined : [observedAt, revision!];
    for await (const objects of this.objects.each(query, begin)) {
      const from = objects[0]?.externalId === resumed ? resumeAt : undefined;
      resumeAt = undefined;
      for await (const { object, rows, end, isLast } of servedChanges(this.reader.lines(query, objects, from), query)) {
        for (const { line, observedAt: observed, revision: last } of rows) {
          lines.push(line);
          room -= line.length;
          if (lines.length === limit || room <= 0) return { lines, end: [object.externalId, observed, last] };
        }
        if (performance.now() < deadline) continue;
        if (isLast) return { lines, end: [object.externalId] };
        if (end) return { lines, end: [object.externalId, ...end] };
      }
    }
    return { lines, end: undefined };
  }
}
