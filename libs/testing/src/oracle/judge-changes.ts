import { canonical } from './canonical.js';
import type { ObjectEvents } from './event-log.js';
import type { EventRecord, Finding, HistoryRow, ServedChange } from './history.js';

/**
 * The change that readers get for an event: the times of observation and receipt and the reported values, without the caller and the
 * operation.
 */
function servedChange({ externalId, revision, type, observedAt, receivedAt, stale, position, fields, set }: EventRecord): ServedChange {
  return {
    externalId,
    revision,
    type,
    observedAt,
    receivedAt,
    ...(stale && { stale }),
    ...(position && { position }),
    ...(fields && { fields }),
    ...(set && { set }),
  };
}

/** The history must have each event since the last erasure once, with the event's content. */
export function judgeHistory(rows: readonly HistoryRow[], objects: ObjectEvents): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const { externalId, revision } = row;
    const key = `${revision}@${externalId}`;
    if (seen.has(key)) findings.push({ rule: 'history-twice', detail: `${JSON.stringify(externalId)} revision ${revision}` });
    seen.add(key);
    // Revisions count from 1 without gaps; otherwise `readEventLog` has reported the log itself.
    if (revision < 1 || revision > (objects.get(externalId)?.length ?? 0))
      findings.push({ rule: 'history-unfounded', detail: `${JSON.stringify(externalId)} revision ${revision}` });
    if (revision <= erasedUpto(objects.get(externalId)))
      findings.push({ rule: 'erased-left', detail: `the history has ${JSON.stringify(externalId)} revision ${revision}` });
    const event = eventOf(objects, row);
    if (event)
      findings.push(...differences('history-differs', `${JSON.stringify(externalId)} revision ${revision}`, row, historyRow(event)));
  }
  for (const [id, list] of objects) {
    const missing = list.filter((event) => event.revision > erasedUpto(list) && !seen.has(`${event.revision}@${id}`));
    if (missing.length > 0)
      findings.push({
        rule: 'history-missing',
        detail: `${JSON.stringify(id)} revisions ${missing.map(({ revision }) => revision).join(', ')}`,
      });
  }
  return findings;
}

/** Revision of an object's last erasure; 0 if it was never erased. */
function erasedUpto(list: readonly EventRecord[] | undefined): number {
  return list?.findLast((event) => event.type === 'waymark.object.erased.v1')?.revision ?? 0;
}

/** The expected row for an event. */
export function historyRow(event: EventRecord): HistoryRow {
  const { externalId, revision, workspace, observedAt, receivedAt } = event;
  return { externalId, revision, workspace, observedAt, receivedAt, change: servedChange(event) };
}

/**
 * Since when a feed must have all changes of an object: always; since its last erasure, because a repeated send leaves out what came
 * before; or since it was last created, because a move leaves out erasures as well (unless the object is erased).
 */
export type FeedSince = 'beginning' | 'erasure' | 'creation';

function firstIn(list: readonly EventRecord[], since: FeedSince): number {
  const erased = erasedUpto(list);
  if (since === 'beginning') return 0;
  return since === 'creation' && list.at(-1)!.revision > erased ? erased + 1 : erased;
}

/**
 * The feed of a workspace must have each event of its objects once and unchanged, in order for each object.
 * @param since the first change of an object that must be there
 */
export function judgeFeed(
  workspace: string,
  feed: readonly ServedChange[],
  objects: ObjectEvents,
  { since = 'beginning' }: { since?: FeedSince } = {},
): Finding[] {
  const findings: Finding[] = [];
  const served = new Map<string, ServedChange[]>();
  for (const change of feed) {
    const list = served.get(change.externalId) ?? [];
    served.set(change.externalId, list);
    list.push(change);
    const event = eventOf(objects, change);
    if (event?.workspace === workspace)
      findings.push(
        ...differences(
          'feed-differs',
          `${workspace} ${JSON.stringify(change.externalId)} revision ${change.revision}`,
          change,
          servedChange(event),
        ),
      );
  }
  for (const [id, list] of objects) {
    const own = list[0]!.workspace === workspace;
    const got = served.get(id) ?? [];
    if (!own) {
      if (got.length > 0)
        findings.push({ rule: 'feed-foreign', detail: `the feed of ${workspace} shows ${JSON.stringify(id)} of ${list[0]!.workspace}` });
      continue;
    }
    const have = got.map(({ revision }) => revision);
    const first = firstIn(list, since);
    const want = list.map(({ revision }) => revision).filter((revision) => revision >= first || have.includes(revision));
    if (new Set(have).size !== have.length)
      findings.push({ rule: 'feed-twice', detail: `${workspace} ${JSON.stringify(id)}: ${have.join(' ')}` });
    else if (have.length < want.length)
      findings.push({ rule: 'feed-missing', detail: `${workspace} ${JSON.stringify(id)}: ${have.length} of ${want.length} changes` });
    else if (have.join() !== want.join())
      findings.push({ rule: 'feed-order', detail: `${workspace} ${JSON.stringify(id)}: ${have.join(' ')} instead of ${want.join(' ')}` });
  }
  for (const id of served.keys())
    if (!objects.has(id)) findings.push({ rule: 'feed-unfounded', detail: `${workspace} ${JSON.stringify(id)}: no event of it` });
  return findings;
}

function eventOf(objects: ObjectEvents, { externalId, revision }: { externalId: string; revision: number }): EventRecord | undefined {
  const event = objects.get(externalId)?.[revision - 1];
  return event?.revision === revision ? event : undefined;
}

function differences(rule: string, where: string, got: unknown, want: unknown): Finding[] {
  const [have, wanted] = [canonical(got), canonical(want)];
  return have === wanted ? [] : [{ rule, detail: `${where}: has ${have}, the event says ${wanted}` }];
}
