import type { ChangeKind, ObjectChange } from '#object-rules/change.js';

/** A change with its JSON: the value of its record on `object.events`, and its line in the outbox. */
export interface SerialisedChange {
  kind: ChangeKind;
  change: Pick<ObjectChange, 'externalId' | 'workspace' | 'revision' | 'receivedAt'>;
  json: string;
}

/**
 * The outbox holds the changes of a unit and partition as text: a line with the kind, a line with the JSON, and so on.
 * JSON.stringify writes no line ends, so the JSON for the topic is stored unchanged.
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
