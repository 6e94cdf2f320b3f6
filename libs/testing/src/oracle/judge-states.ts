import { canonical } from './canonical.js';
import type { ObjectEvents } from './event-log.js';
import { fold, isStale } from './fold.js';
import type { Finding, HeldObject, StateReading } from './history.js';

/** Folds each object's events, and checks that late observations are marked and never move an object back. */
export function foldAll(objects: ObjectEvents): { states: Map<string, HeldObject>; findings: Finding[] } {
  const states = new Map<string, HeldObject>();
  const findings: Finding[] = [];
  for (const [id, list] of objects) {
    let held: HeldObject | undefined;
    for (const event of list) {
      if (!held && !event.position && event.type !== 'waymark.object.erased.v1') break;
      if (event.stale !== isStale(held, event)) {
        findings.push({
          rule: 'stale-mark',
          detail:
            `${JSON.stringify(id)} revision ${event.revision}: stale is ${event.stale}, observed ` +
            `${event.observedAt}, held ${held?.position.observedAt}`,
        });
      }
      if (held?.hold && event.type === 'waymark.object.erased.v1')
        findings.push({
          rule: 'erased-under-hold',
          detail: `${JSON.stringify(id)} revision ${event.revision}: held since ${held.hold.since}`,
        });
      held = fold(held, event);
    }
    if (held) states.set(id, held);
  }
  return { states, findings };
}

/** The last record of each id on object.state must be the fold of its events, or a tombstone if it is erased, without other ids. */
export function judgeStateTopic(records: readonly HeldObject[], expected: ReadonlyMap<string, HeldObject>): Finding[] {
  const last = new Map<string, HeldObject>();
  for (const record of records) last.set(record.externalId, record);
  return judgeReading({ place: 'object.state', objects: last, tombstones: true, erasures: true, holds: true }, expected);
}

/** A source of newest states must have exactly the folds of the events. */
export function judgeReading(reading: StateReading, expected: ReadonlyMap<string, HeldObject>): Finding[] {
  const findings: Finding[] = [];
  for (const [id, want] of expected) {
    const got = reading.objects.get(id);
    if (want.erased && !reading.erasures) {
      if (got)
        findings.push({
          rule: 'erased-left',
          detail: `${reading.place} has ${JSON.stringify(id)}, which was erased at revision ${want.revision}`,
        });
      continue;
    }
    if (!got) findings.push({ rule: 'state-missing', detail: `${reading.place} has no ${JSON.stringify(id)} (revision ${want.revision})` });
    else if (got.position.observedAt < want.position.observedAt) {
      findings.push({
        rule: 'moved-back',
        detail: `${reading.place}, ${JSON.stringify(id)}: position of ${got.position.observedAt}, newest is ${want.position.observedAt}`,
      });
    } else {
      const members = differing(comparable(got, reading), comparable(want, reading));
      if (members.length > 0)
        findings.push({
          rule: 'state-differs',
          detail: `${reading.place}, ${JSON.stringify(id)} revision ${got.revision} of ${want.revision}: ${members.join('; ')}`,
        });
    }
  }
  for (const id of reading.objects.keys())
    if (!expected.has(id))
      findings.push({ rule: 'state-unfounded', detail: `${reading.place} has ${JSON.stringify(id)}, which no event made` });
  return findings;
}

function comparable({ hold, idReleased, ...object }: HeldObject, { tombstones, holds, releases }: StateReading): Record<string, unknown> {
  const fields = tombstones ? object.fields : Object.fromEntries(Object.entries(object.fields).filter(([, field]) => field.value !== null));
  return { ...object, fields, ...(holds && { hold }), ...(releases && { idReleased }) };
}

/** The properties that differ, with both values. */
function differing(got: Record<string, unknown>, want: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(got), ...Object.keys(want)])].sort().flatMap((member) => {
    const [has, folded] = [got[member], want[member]].map((value) => (value === undefined ? 'not there' : canonical(value)));
    return has === folded ? [] : [`${member} is ${has}, the events fold to ${folded}`];
  });
}
