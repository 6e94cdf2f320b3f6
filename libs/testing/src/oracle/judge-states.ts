import { canonical } from './canonical.js';
import type { ObjectEvents } from './event-log.js';
import { fold, isStale } from './fold.js';
import type { FeedChange, Finding, HeldObject, HistoryRow, StateReading } from './history.js';

/** Folds each object's events, judging on the way that late observations are marked and never move it back. */
export function foldAll(objects: ObjectEvents): { states: Map<string, HeldObject>; findings: Finding[] } {
  const states = new Map<string, HeldObject>();
  const findings: Finding[] = [];
  for (const [id, list] of objects) {
    let held: HeldObject | undefined;
    for (const event of list) {
      if (!held && !event.position) break;
      if (event.stale !== isStale(held, event)) {
        findings.push({ rule: 'stale-mark', detail: `${JSON.stringify(id)} revision ${event.revision}: stale is ${event.stale}, observed ${event.observedAt}, held ${held?.position.observedAt}` });
      }
      held = fold(held, event);
    }
    if (held) states.set(id, held);
  }
  return { states, findings };
}

/** object.state: the last record of each id is the fold of its events, and nothing else is there. */
export function judgeStateTopic(records: readonly HeldObject[], expected: ReadonlyMap<string, HeldObject>): Finding[] {
  const last = new Map<string, HeldObject>();
  for (const record of records) last.set(record.externalId, record);
  return judgeReading({ place: 'object.state', objects: last, tombstones: true }, expected);
}

/** A place that holds newest states holds exactly the folds of the events. */
export function judgeReading(reading: StateReading, expected: ReadonlyMap<string, HeldObject>): Finding[] {
  const findings: Finding[] = [];
  for (const [id, want] of expected) {
    const got = reading.objects.get(id);
    if (!got) findings.push({ rule: 'state-missing', detail: `${reading.place} has no ${JSON.stringify(id)} (revision ${want.revision})` });
    else if (got.position.observedAt < want.position.observedAt) {
      findings.push({ rule: 'moved-back', detail: `${reading.place}, ${JSON.stringify(id)}: position of ${got.position.observedAt}, newest is ${want.position.observedAt}` });
    } else if (comparable(got, reading.tombstones) !== comparable(want, reading.tombstones)) {
      findings.push({ rule: 'state-differs', detail: `${reading.place}, ${JSON.stringify(id)}: has ${comparable(got, reading.tombstones)}, the events fold to ${comparable(want, reading.tombstones)}` });
    }
  }
  for (const id of reading.objects.keys()) if (!expected.has(id)) findings.push({ rule: 'state-unfounded', detail: `${reading.place} has ${JSON.stringify(id)}, which no event made` });
  return findings;
}

function comparable(object: HeldObject, tombstones: boolean): string {
  const fields = tombstones ? object.fields : Object.fromEntries(Object.entries(object.fields).filter(([, field]) => field.value !== null));
  return canonical({ ...object, fields });
}

/** The history has each event once. */
export function judgeHistory(rows: readonly HistoryRow[], objects: ObjectEvents): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { externalId, revision } of rows) {
    const key = `${revision}@${externalId}`;
    if (seen.has(key)) findings.push({ rule: 'history-twice', detail: `${JSON.stringify(externalId)} revision ${revision}` });
    seen.add(key);
    // Revisions run from 1 without a gap, or the log itself is found at fault.
    if (revision < 1 || revision > (objects.get(externalId)?.length ?? 0)) findings.push({ rule: 'history-unfounded', detail: `${JSON.stringify(externalId)} revision ${revision}` });
  }
  for (const [id, list] of objects) {
    const missing = list.filter((event) => !seen.has(`${event.revision}@${id}`));
    if (missing.length > 0) findings.push({ rule: 'history-missing', detail: `${JSON.stringify(id)} revisions ${missing.map(({ revision }) => revision).join(', ')}` });
  }
  return findings;
}

/** The feed of a workspace is its objects' events, each once, an object's in order (design 6). */
export function judgeFeed(workspace: string, feed: readonly FeedChange[], objects: ObjectEvents): Finding[] {
  const findings: Finding[] = [];
  const served = new Map<string, FeedChange[]>();
  for (const change of feed) {
    const list = served.get(change.externalId) ?? [];
    served.set(change.externalId, list);
    list.push(change);
  }
  for (const [id, list] of objects) {
    const own = list[0]!.workspace === workspace;
    const got = served.get(id) ?? [];
    if (!own) {
      if (got.length > 0) findings.push({ rule: 'feed-foreign', detail: `the feed of ${workspace} shows ${JSON.stringify(id)} of ${list[0]!.workspace}` });
      continue;
    }
    const want = list.map((event) => `${event.revision}/${event.stale}/${event.observedAt}`);
    const have = got.map((change) => `${change.revision}/${change.stale}/${change.observedAt}`);
    if (new Set(got.map((change) => change.revision)).size !== got.length) findings.push({ rule: 'feed-twice', detail: `${workspace} ${JSON.stringify(id)}: ${have.join(' ')}` });
    else if (have.length < want.length) findings.push({ rule: 'feed-missing', detail: `${workspace} ${JSON.stringify(id)}: ${have.length} of ${want.length} changes` });
    else if (have.join() !== want.join()) findings.push({ rule: 'feed-order', detail: `${workspace} ${JSON.stringify(id)}: ${have.join(' ')} instead of ${want.join(' ')}` });
  }
  for (const id of served.keys()) if (!objects.has(id)) findings.push({ rule: 'feed-unfounded', detail: `${workspace} ${JSON.stringify(id)}: no event of it` });
  return findings;
}
