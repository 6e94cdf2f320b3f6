import type { ChangeKind, ObjectChange } from '#object-rules/change.js';

/** A change with its JSON, which is the value of its record on `object.events` and its line in the outbox. */
export interface SerialisedChange {
  kind: ChangeKind;
  change: Pick<ObjectChange, 'externalId' | 'workspace' | 'revision' | 'receivedAt'>;
  json: string;
}

/**
 * The text in which the outbox stores the changes of a unit and partition: for each, a line with its kind and a line with its JSON.
 * JSON.stringify writes no line breaks, so the JSON for the topic is stored unchanged.
 */
export function outboxPayload(changes: readonly SerialisedChange[]): string {
  let payload = '';
  for (const { kind, json } of changes) payload += `${kind}\n${json}\n`;
  return payload;
}

export function changesOfPayload(payload: string): SerialisedChange[] {
  const lines = payload.split('\n');
  const changes: SerialisedChange[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const json = lines[i + 1] as string;
    changes.push({ kind: lines[i] as ChangeKind, change: JSON.parse(json) as ObjectChange, json });
  }
  return changes;
}
