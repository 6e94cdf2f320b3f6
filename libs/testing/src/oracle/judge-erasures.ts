import type { ObjectEvents } from './event-log.js';
import type { EventRecord, Finding } from './history.js';
import { MARK_FIELD } from './judge-calls.js';

/** A row about an object in any table, as text. */
export interface LeftRow {
  /** Schema and table. */
  table: string;
  externalId: string;
  text: string;
}

/** Tables that keep the id and revision of an erased object, to recognise repeated records. */
const REMEMBERING = ['objects.object', 'projection.erased_object', 'report.erased_object', 'area.track'];

/**
 * No table may have data of an erased object, except those that keep its id; and none may have data from before the erasure of an object
 * that was created again.
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

/** The unique values of reports before the last erasure; quoted, so that none is a part of another. */
function marksBeforeErasure(list: readonly EventRecord[]): string[] {
  const last = list.findLastIndex(({ type }) => type === 'waymark.object.erased.v1');
  return list.slice(0, Math.max(0, last)).flatMap(({ fields }) => {
    const value = fields?.[MARK_FIELD]?.value;
    return typeof value === 'string' ? [JSON.stringify(value)] : [];
  });
}
