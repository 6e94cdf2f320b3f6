import { Injectable } from '@nestjs/common';
import type { PresenceGap } from './presence/presence-progress.js';
import { AskedObjects, OBJECTS_A_BATCH, type PositionNow } from './query/asked-objects.js';
import type { Asked } from './query/history-query.js';
import { HistoryReader } from './query/history-reader.js';

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

const PATIENCE_MS = 2_000;
const MOST_AT_ONCE = 1_000;

/** The positions of objects at an instant: for each, the newest one observed until then, including late reports. */
@Injectable()
export class PositionsThen {
  constructor(
    private readonly objects: AskedObjects,
    private readonly reader: HistoryReader,
  ) {}

  /**
   * A page, ordered by id; objects without a known position at that time are left out.
   * @param asked its `to` is just after the requested instant
   * @param after the last examined object
   * @returns `end` is undefined on the last page
   */
  async page(asked: Asked, after: string | undefined, limit: number): Promise<{ positions: PositionThen[]; end: string | undefined }> {
    const positions: PositionThen[] = [];
    const deadline = performance.now() + PATIENCE_MS;
    const instant = Date.parse(asked.from);
    for (let end = after; ;) {
      const wanted = Math.min(MOST_AT_ONCE, Math.max(OBJECTS_A_BATCH, limit - positions.length));
      const objects = await this.objects.page(asked, end === undefined ? undefined : { externalId: end, included: false }, wanted);
      const seen = await this.reader.before(asked.workspace, objects, asked.to);
      for (const { externalId, type } of objects) {
        end = externalId;
        const position = seen.get(externalId);
        if (!position || (asked.region && !asked.region.holds(position))) continue;
        positions.push({
          externalId,
          type: type ?? undefined,
          ...position,
          ageSeconds: (instant - Date.parse(position.observedAt)) / 1000,
        });
        if (positions.length === limit) return { positions, end };
      }
      if (objects.length < wanted) return { positions, end: undefined };
      if (performance.now() > deadline) return { positions, end };
    }
  }
}
