import { EVENT_TYPES } from '#contracts/event-types.js';
import type { TimedReport } from '#geofence/visits.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { ObjectChange } from '#object-rules/change.js';

/** The part of an event that concerns areas: the object's position, or its erasure. */
export interface IncomingReport {
  /** See `nameOf`; computed once, because several maps use it as a key. */
  name: string;
  workspace: string;
  externalId: string;
  partition: number;
  revision: number;
  /** Undefined: erased. */
  report: TimedReport | undefined;
}

/** Unique name of an object across all workspaces. */
export const nameOf = ({ workspace, externalId }: { workspace: string; externalId: string }): string => `${workspace}\0${externalId}`;

const ERASED = Buffer.from(EVENT_TYPES.erased);

/**
 * Undefined when the record does not concern areas or is unreadable. The projection reads the same topic and writes an unreadable record as
 * a dead letter; one letter is enough.
 * @param wanted whether a workspace has areas; of other workspaces only erasures are read
 */
export function incomingReport(record: ConsumedRecord, wanted: (workspace: string) => boolean): IncomingReport | undefined {
  const { headers, value } = record;
  const erased = headers.ce_type?.equals(ERASED) ?? false;
  const workspace = headers.ce_workspace?.toString();
  if (value === null || (!erased && workspace !== undefined && !wanted(workspace))) return undefined;
  let change: ObjectChange;
  try {
    change = JSON.parse(value.toString()) as ObjectChange;
  } catch {
    return undefined;
  }
  const { externalId, position, revision } = change ?? {};
  const at = Date.parse(change?.observedAt);
  if (typeof externalId !== 'string' || typeof change.workspace !== 'string' || !Number.isSafeInteger(revision) || Number.isNaN(at))
    return undefined;
  if (externalId.includes('\0') || change.workspace.includes('\0')) return undefined;
  let report: TimedReport | undefined;
  if (!erased) {
    if (!wanted(change.workspace) || typeof position?.lat !== 'number' || typeof position.lon !== 'number') return undefined;
    report = { at, revision, lat: position.lat, lon: position.lon, accuracy: position.accuracy, floor: position.floor };
  }
  return { name: nameOf(change), workspace: change.workspace, externalId, partition: record.partition, revision, report };
}
