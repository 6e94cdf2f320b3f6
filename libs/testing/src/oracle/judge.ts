import { readEventLog } from './event-log.js';
import type { Finding, History } from './history.js';
import { judgeCalls } from './judge-calls.js';
import { type FeedSince, judgeFeed, judgeHistory } from './judge-changes.js';
import { foldAll, judgeReading, judgeStateTopic } from './judge-states.js';

/**
 * Judges a history. Without findings, nothing was lost or applied twice, and no object changed its owner without a release.
 * @param since as for `judgeFeed`
 */
export function judge(history: History, { since }: { since?: FeedSince } = {}): Finding[] {
  const { objects, findings } = readEventLog(history.events);
  const folded = foldAll(objects);
  return [
    ...findings,
    ...judgeCalls(history.calls, objects),
    ...folded.findings,
    ...judgeStateTopic(history.stateRecords, folded.states),
    ...history.readings.flatMap((reading) => judgeReading(reading, folded.states)),
    ...judgeHistory(history.historyRows, objects),
    ...[...history.feeds].flatMap(([workspace, feed]) => judgeFeed(workspace, feed, objects, { since })),
  ];
}
