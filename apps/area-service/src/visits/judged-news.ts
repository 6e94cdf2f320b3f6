import { hash } from 'node:crypto';
import type { AreaEvent } from '#contracts/areas/area-event.js';
import type { TrackNews } from '#geofence/live-track.js';
import type { VisitEvent } from '#geofence/visit-fold.js';
import type { OutgoingEvent } from '../storage/outbox.js';

/** A track's news about an area, with its object. */
export interface JudgedNews extends TrackNews {
  workspace: string;
  externalId: string;
  /** Caused by a late report. */
  late: boolean;
  /** Revision at which the object was erased before. */
  erasedAt?: number;
}

/**
 * Derived from the content, so that the same event always has the same id. An object that was erased and created again may report times
 * that it reported before; these are different events.
 */
function eventIdOf(
  { areaId, externalId, areaRevision, erasedAt }: JudgedNews,
  { kind, at, visitStartedAt }: VisitEvent,
  times: number,
): string {
  const parts = [areaId, externalId, areaRevision, kind, at, visitStartedAt, times];
  return hash('sha256', JSON.stringify(erasedAt === undefined ? parts : [...parts, erasedAt]), 'base64url').slice(0, 22);
}

/** As `area.events` carries it. */
export function outgoingEvent(news: JudgedNews, times: { absentSeconds?: number }): OutgoingEvent {
  const { event, takesBack, late, reason, workspace, externalId, areaId, areaRevision } = news;
  const eventId = eventIdOf(news, event, news.times);
  const common: AreaEvent = {
    eventId: takesBack ? hash('sha256', `corrected ${eventId}`, 'base64url').slice(0, 22) : eventId,
    workspace,
    externalId,
    areaId,
    areaRevision,
    at: new Date(event.at).toISOString(),
    visitStartedAt: new Date(event.visitStartedAt).toISOString(),
    objectRevision: event.revision,
    ...(late && { late: true as const }),
  };
  if (takesBack) return { kind: 'corrected', event: { ...common, late: true, corrects: eventId, correctedKind: event.kind } };
  const more =
    event.kind === 'dwelt'
      ? { dwellSeconds: (event.at - event.visitStartedAt) / 1000 }
      : event.kind === 'absent'
        ? { absentSeconds: times.absentSeconds ?? 0 }
        : reason
          ? { reason }
          : {};
  return { kind: event.kind, event: { ...common, ...more } };
}
