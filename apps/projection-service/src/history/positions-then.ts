import { Injectable } from '@nestjs/common';
import { AskedObjects, OBJECTS_A_BATCH, type PositionNow } from '../kept-history/asked-objects.js';
import type { Asked } from '../kept-history/history-query.js';
import { HistoryReader } from '../kept-history/history-reader.js';
import type { PresenceGap } from '../presence/presence-progress.js';

export interface PositionThen extends PositionNow {
  externalId: string;
  /** Of the object, as it is now. */
  type?: string;
  /** How old the observation was at the instant. */
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

/** Where objects were at an instant: each one's newest position that was observed until then, late reports included. */
@Injectable()
export class PositionsThen {
  constructor(
    private readonly objects: AskedObjects,
    private readonly reader: HistoryReader,
  ) {}

  /**
   * A page in the order of the ids; objects of which nothing is known from then are left out.
   * @param asked `to` is the instant behind the one that is asked about
   * @param after the last object that was looked at
   * @returns `end` undefined: there are no more
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
