import type { JudgedNews } from './judged-news.js';

/** A visit as its row stores it; times are milliseconds since the epoch. */
export interface KeptVisit {
  workspace: string;
  areaId: string;
  externalId: string;
  startedAt: number;
  areaRevision: number;
  endedAt: number | null;
  dweltAt: number | null;
  /** Time of the first absence. */
  absentAt: number | null;
}

export const visitKey = (areaId: string, externalId: string, startedAt: number): string => `${areaId}${startedAt} ${externalId}`;
export const keyOfNews = ({ areaId, externalId, event }: JudgedNews): string => visitKey(areaId, externalId, event.visitStartedAt);

/**
 * Applies news to visits, one by one in their order: when a unit reports something and takes it back, the last item counts.
 * @param visits by key; changed in place. An earlier visit that was dropped or never stored is not added
 */
export function applyNews(visits: Map<string, KeptVisit>, news: readonly JudgedNews[]): void {
  for (const each of news) {
    const { workspace, areaId, externalId, areaRevision, takesBack, event, firstAbsence } = each;
    const key = keyOfNews(each);
    if (event.kind === 'entered') {
      if (takesBack) visits.delete(key);
      else
        visits.set(key, {
          workspace,
          areaId,
          externalId,
          startedAt: event.visitStartedAt,
          areaRevision,
          endedAt: null,
          dweltAt: null,
          absentAt: null,
        });
      continue;
    }
    const visit = visits.get(key);
    if (visit === undefined) continue;
    if (event.kind === 'left') visit.endedAt = takesBack ? null : event.at;
    else if (event.kind === 'dwelt') visit.dweltAt = takesBack ? null : event.at;
    else if (!takesBack) visit.absentAt = Math.min(event.at, visit.absentAt ?? event.at);
    else if (visit.absentAt === event.at) visit.absentAt = firstAbsence ?? null;
  }
}
