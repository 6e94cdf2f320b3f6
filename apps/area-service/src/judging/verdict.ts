import { type Areas, newTrack, takeReport, type TrackNews, type WindowSettings } from '#geofence/live-track.js';
import { erasedTrack, type HeldTrack, type ObjectKey } from '../storage/track-rows.js';
import type { JudgedNews } from '../visits/judged-news.js';
import type { IncomingReport } from './incoming-report.js';

/** The result of judging, to be committed. */
export interface Verdict {
  /** Time of judging, milliseconds since the epoch; anything that becomes due during the write is due then. */
  now: number;
  tracks: Map<string, HeldTrack>;
  erased: ObjectKey[];
  news: JudgedNews[];
}

export interface JudgingBy {
  areasOf: (workspace: string) => Areas;
  window: WindowSettings;
  /** Milliseconds since the epoch. */
  now: number;
}

export type Outcomes = Record<'taken' | 'late' | 'too_late' | 'repeated', number>;

export const noVerdict = (now: number): Verdict => ({ now, tracks: new Map<string, HeldTrack>(), erased: [], news: [] });

/** Adds the news of a track. */
export function note(
  verdict: Verdict,
  { workspace, externalId, track: { erasedAt } }: HeldTrack,
  news: readonly TrackNews[],
  late: boolean,
): void {
  for (const each of news) verdict.news.push({ ...each, workspace, externalId, late, ...(erasedAt !== undefined && { erasedAt }) });
}

/**
 * Judges the reports of a unit. A report whose revision the track already has is ignored: units are repeated after faults.
 * @param held tracks of these objects, by name; changed in place
 */
export function judgeReports(
  held: Map<string, HeldTrack>,
  incoming: readonly IncomingReport[],
  { areasOf, window, now }: JudgingBy,
): { verdict: Verdict; outcomes: Outcomes } {
  const verdict = noVerdict(now);
  const areasBy = new Map<string, Areas>();
  const outcomes: Outcomes = { taken: 0, late: 0, too_late: 0, repeated: 0 };
  for (const { name, workspace, externalId, partition, revision, report } of incoming) {
    let known = held.get(name);
    if (known && revision <= known.track.revision) {
      outcomes.repeated++;
      continue;
    }
    if (report === undefined) {
      if (known) {
        known.track = erasedTrack(revision);
        verdict.tracks.set(name, known);
      }
      verdict.news = verdict.news.filter((news) => news.workspace !== workspace || news.externalId !== externalId);
      verdict.erased.push({ workspace, externalId, partition });
      continue;
    }
    if (!known) held.set(name, (known = { workspace, externalId, partition, track: newTrack(), stored: false }));
    verdict.tracks.set(name, known);
    let areas = areasBy.get(workspace);
    if (!areas) areasBy.set(workspace, (areas = areasOf(workspace)));
    const taken = takeReport(known.track, report, areas, now, window);
    outcomes[taken ? 'taken' : 'too_late']++;
    if (taken?.late) outcomes.late++;
    if (taken) note(verdict, known, taken.news, taken.late);
  }
  return { verdict, outcomes };
}
