import { canonical } from './canonical.js';
import type { EventRecord, Finding } from './history.js';

/** The events of each object in log order, without repetitions. */
export type ObjectEvents = ReadonlyMap<string, EventRecord[]>;

/**
 * Drops repeated records, as the contract requires of every consumer, and checks the log itself: revisions 1…n in order and
 * without gaps, one partition and one key per object, one owner until the id is released, and each (operationId, index) at only one
 * revision. The first event of an object, and the first one after an erasure, must create it.
 */
export function readEventLog(events: readonly EventRecord[]): { objects: ObjectEvents; findings: Finding[] } {
  const findings: Finding[] = [];
  const objects = new Map<string, EventRecord[]>();
  const byRevision = new Map<string, string>();
  const byElement = new Map<string, EventRecord>();
  const partitions = new Map<string, number>();
  const ordered = [...events].sort((a, b) => a.partition - b.partition || a.offset - b.offset);

  for (const event of ordered) {
    const id = event.externalId;
    const where = `${JSON.stringify(id)} at ${event.partition}:${event.offset}`;
    if (event.key !== id) findings.push({ rule: 'event-key', detail: `${where}: the key is ${JSON.stringify(event.key)}` });
    const partition = partitions.get(id) ?? event.partition;
    partitions.set(id, partition);
    if (partition !== event.partition)
      findings.push({ rule: 'event-partition', detail: `${where}: other events of it are in partition ${partition}` });

    const { partition: _p, offset: _o, ...content } = event;
    const text = canonical(content);
    const known = byRevision.get(`${event.revision}@${id}`);
    if (known !== undefined) {
      if (known !== text)
        findings.push({ rule: 'repeat-differs', detail: `${where}: revision ${event.revision} appeared before with other content` });
      continue;
    }
    byRevision.set(`${event.revision}@${id}`, text);

    const list = objects.get(id) ?? [];
    objects.set(id, list);
    const previous = list.at(-1);
    if (event.revision !== (previous?.revision ?? 0) + 1) {
      findings.push({ rule: 'revision-gap', detail: `${where}: revision ${event.revision} follows ${previous?.revision ?? 'nothing'}` });
    }
    if (previous && previous.workspace !== event.workspace && !previous.idReleased) {
      findings.push({ rule: 'owner-changed', detail: `${where}: ${event.workspace} after ${previous.workspace}` });
    }
    if (event.idReleased && previous?.type !== 'waymark.object.erased.v1')
      findings.push({ rule: 'id-released-in-use', detail: `${where}: ${previous?.type ?? 'nothing'} came before` });
    const begins = !event.idReleased && (event.revision === 1 || previous?.type === 'waymark.object.erased.v1');
    if ((event.type === 'waymark.object.created.v1') !== begins) {
      findings.push({ rule: 'created-once', detail: `${where}: ${event.type} at revision ${event.revision}` });
    }
    if (begins && !event.position) findings.push({ rule: 'first-without-location', detail: where });

    const element = `${event.operationId}#${event.index}`;
    const twin = byElement.get(element);
    if (twin)
      findings.push({
        rule: 'applied-twice',
        detail: `${where}: element ${element} is also revision ${twin.revision} of ${JSON.stringify(twin.externalId)}`,
      });
    else byElement.set(element, event);
    list.push(event);
  }
  return { objects, findings };
}
