import { Injectable } from '@nestjs/common';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { PresenceGap } from '../history/presence/presence-progress.js';
import type { HistoryQuery } from '../history/query/history-query.js';
import { HistoryReader, type SeenPosition } from '../history/query/history-reader.js';
import { OBJECTS_PER_BATCH, type RequestedObject, RequestedObjects } from '../history/query/requested-objects.js';
import { type Region, widened } from '../space/region.js';
import { isSettled, readUntil, type ServedVisit, VisitorFold, type VisitQuestion } from './visitors.js';

export interface Visitor {
  externalId: string;
  /** Present type of the object. */
  type?: string;
  visits: ServedVisit[];
}

export interface VisitsAnswer {
  from: string;
  to: string;
  visitors: Visitor[];
  next: string | null;
  incomplete?: PresenceGap;
}

const TIMEOUT_MS = 2_000;
/** Time limit for a page with a single object, which may have very many reports. */
const OBJECT_TIMEOUT_MS = 6_000;
/** Most objects in one batch: what a statement costs regardless of its objects is several milliseconds. */
const OBJECTS_AT_ONCE = 200;
/** Earlier reports per object that are read to decide whether a visit continues, the second number if the first is not enough. */
const LOOK_BACK = [
  { reports: 4, objects: OBJECTS_AT_ONCE },
  { reports: 200, objects: OBJECTS_PER_BATCH },
];
/** The last attempt, one object at a time, since an object may have been in the place for weeks. */
const LOOK_FAR_BACK = 5_000;
/** Margin around the place: a report whose accuracy circle crosses the border decides nothing, so a visit may continue just outside. */
const ROOM_METRES = 500;

/** Objects that were in a place between two times, with the times when they entered and left. */
@Injectable()
export class Visits {
  constructor(
    private readonly objects: RequestedObjects,
    private readonly reader: HistoryReader,
  ) {}

  /**
   * A page, ordered by id.
   * @param after the last examined object
   * @returns `end` is undefined on the last page
   * @throws Problem invalid-parameter if the first object alone has too many reports
   */
  async page(
    query: HistoryQuery & { region: Region },
    confirmSeconds: number,
    after: string | undefined,
    limit: number,
  ): Promise<{ visitors: Visitor[]; end: string | undefined }> {
    const question: VisitQuestion = {
      outline: query.region.outline,
      settings: { confirmSeconds },
      from: Date.parse(query.from),
      to: Date.parse(query.to),
      now: Date.now(),
    };
    const folded = { ...query, to: new Date(readUntil(question)).toISOString() };
    const visitors: Visitor[] = [];
    const deadline = performance.now() + TIMEOUT_MS;
    const candidates = this.objects.each(
      { ...query, region: widened(query.region, ROOM_METRES) },
      after === undefined ? undefined : { externalId: after, included: false },
      Math.min(OBJECTS_AT_ONCE, limit * 2),
    );
    let done: string | undefined;
    for await (const objects of candidates) {
      const before = await this.before(query.workspace, objects, query.from, question);
      let fold: VisitorFold | undefined;
      for await (const { object, rows, isLast } of this.reader.positions(folded, objects)) {
        if (!fold) {
          fold = new VisitorFold(question);
          fold.add(await this.farBefore(query.workspace, object, before.get(object.externalId) ?? [], query.from, question));
        }
        fold.add(rows);
        if (!isLast) {
          if (performance.now() < deadline + OBJECT_TIMEOUT_MS - TIMEOUT_MS) continue;
          if (done !== undefined) return { visitors, end: done };
          throw invalidParameter('from', `${object.externalId} has too many reports in this time for one answer; request a shorter time.`);
        }
        done = object.externalId;
        const visits = fold.end();
        fold = undefined;
        if (visits.length > 0) visitors.push({ externalId: object.externalId, type: object.type ?? undefined, visits });
        if (visitors.length === limit || performance.now() > deadline) return { visitors, end: object.externalId };
      }
    }
    return { visitors, end: undefined };
  }

  private async farBefore(
    workspace: string,
    object: RequestedObject,
    near: SeenPosition[],
    from: string,
    question: VisitQuestion,
  ): Promise<SeenPosition[]> {
    if (near.length < LOOK_BACK.at(-1)!.reports || isSettled(near, question)) return near;
    return (await this.reader.lastBefore(workspace, [object], from, LOOK_FAR_BACK)).get(object.externalId) ?? near;
  }

  /** Earlier reports, as many as needed to decide whether a visit continues, up to a limit. */
  private async before(
    workspace: string,
    objects: readonly RequestedObject[],
    from: string,
    question: VisitQuestion,
  ): Promise<Map<string, SeenPosition[]>> {
    const found = new Map<string, SeenPosition[]>();
    let open = objects;
    for (const { reports, objects: atOnce } of LOOK_BACK) {
      for (let at = 0; at < open.length; at += atOnce) {
        const seen = await this.reader.lastBefore(workspace, open.slice(at, at + atOnce), from, reports);
        for (const [externalId, positions] of seen) found.set(externalId, positions);
      }
      open = open.filter(({ externalId }) => found.get(externalId)?.length === reports && !isSettled(found.get(externalId)!, question));
    }
    // Objects whose history is no longer kept, but which have not moved since.
    for (const { externalId, position } of objects)
      if (position && !found.has(externalId) && position.observedAt < from) found.set(externalId, [{ ...position, revision: 0 }]);
    return found;
  }
}
