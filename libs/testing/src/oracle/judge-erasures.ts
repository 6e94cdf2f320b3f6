import type { ObjectEvents } from './event-log.js';
import type { EventRecord, Finding } from './history.js';
import { MARK_FIELD } from './judge-calls.js';

/** A row of any table about an object, as text, whichever columns it has. */
export interface LeftRow {
  /** Schema and table, as people would look it up. */
  table: string;
  externalId: string;
  text: string;
}

/** Tables that remember an erased object by its id and revision, so that repeated records are recognised. */
const REMEMBERING = ['objects.object', 'projection.erased_object', 'report.erased_object', 'area.track'];

/**
 * Of an object that is erased nothing is left in any table but where its id is remembered, and nothing of the time
 * before an erasure of one that has come back.
 */
export function judgeErasures(rows: readonly LeftRow[], pendingBodies: readonly string[], objects: ObjectEvents): Finding[] {
  const findings: Finding[] = [];
  const former = new Map<string, string[]>();
  for (const [externalId, list] of objects) former.set(externalId, marksBeforeErasure(list));
  for (const { table, externalId, text } of rows) {
    const list = objects.get(externalId);
    const where = `${table} has of ${JSON.stringify(externalId)}: ${text.slice(0, 200)}`;
    if (list?.at(-1)?.type === 'waymark.object.erased.v1' && !REMEMBERING.includes(table))
      findings.push({ rule: 'erased-left', detail: where });
    else if (former.get(externalId)?.some((mark) => text.includes(mark)))
      findings.push({ rule: 'erased-left', detail: `from before its erasure, ${where}` });
  }
  const marks = [...former.values()].flat();
  for (const body of pendingBodies)
    if (marks.some((mark) => body.includes(mark)))
      findings.push({ rule: 'erased-left', detail: `a message of a webhook that is not delivered: ${body.slice(0, 200)}` });
  return findings;
}

/** Values that only one report has, of reports before the last erasure; quoted, so that none is a part of another. */
function marksBeforeErasure(list: readonly EventRecord[]): string[] {
  const last = list.findLastIndex(({ type }) => type === 'waymark.object.erased.v1');
  return list.slice(0, Math.max(0, last)).flatMap(({ fields }) => {
    const value = fields?.[MARK_FIELD]?.value;
    return typeof value === 'string' ? [JSON.stringify(value)] : [];
  });
}
