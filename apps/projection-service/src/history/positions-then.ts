import { Injectable } from '@nestjs/common';
import type { PresenceGap } from './presence/presence-progress.js';
import type { HistoryQuery } from './query/history-query.js';
import { HistoryReader } from './query/history-reader.js';
import { OBJECTS_PER_BATCH, type PositionNow, RequestedObjects } from './query/requested-objects.js';

export interface PositionThen extends PositionNow {
  externalId: string;
  /** Present type of the object. */
  type?: string;
  /** Age of the observation at the instant. */
  ageSeconds: number;
}

export interface PositionsAt {
  at: string;
  positions: PositionThen[];
  next: string | null;
  incomplete?: PresenceGap;
}

const TIMEOUT_MS = 2_000;
const MAX_AT_ONCE = 1_000;

/** The positions of objects at an instant: for each, the newest one observed until then, including late reports. */
@Injectable()
export class PositionsThen {
  constructor(
    private readonly objects: RequestedObjects,
    private readonly reader: HistoryReader,
  ) {}

  /**
   * A page, ordered by id; objects without a known position at that time are left out.
   * @param query its `to` is just after the requested instant
   * @param after the last examined object
   * @returns `end` is undefined on the last page
   */
  async page(
    query: HistoryQuery,
    after: string | undefined,
    limit: number,
  ): Promise<{ positions: PositionThen[]; end: string | undefined }> {
    const positions: PositionThen[] = [];
    const deadline = performance.now() + TIMEOUT_MS;
    const instant = Date.parse(query.from);
    for (let begin = after; ;) {
      const wanted = Math.min(MAX_AT_ONCE, Math.max(OBJECTS_PER_BATCH, limit - positions.length));
      const { objects, end } = await this.objects.page(query, begin, wanted);
      const seen = await this.reader.before(query.workspace, objects, query.to);
      for (const { externalId, type } of objects) {
        const position = seen.get(externalId);
        if (!position || (query.region && !query.region.holds(position))) continue;
        positions.push({
          externalId,
          type: type ?? undefined,
          ...position,
          ageSeconds: (instant - Date.parse(position.observedAt)) / 1000,
        });
        if (positions.length === limit) return { positions, end: externalId };
      }
      if (end === undefined || performance.now() > deadline) return { positions, end };
      begin = end;
    }
  }
}
