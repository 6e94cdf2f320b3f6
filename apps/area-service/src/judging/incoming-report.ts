import { EVENT_TYPES } from '#contracts/event-types.js';
import type { TimedReport } from '#geofence/visits.js';
import type { ConsumedRecord } from '#kafka/record.js';
import type { ObjectChange } from '#object-rules/change.js';

/** What of an event concerns areas: where the object was, or that it is no more. */
export interface IncomingReport {
  /** See `nameOf`; made once, since several maps are asked for it. */
  name: string;
  workspace: string;
  externalId: string;
  partition: number;
  revision: number;
  /** Undefined: erased. */
  report: TimedReport | undefined;
}

/** Of an object among all of all workspaces. */
export const nameOf = ({ workspace, externalId }: { workspace: string; externalId: string }): string => `${workspace}\0${externalId}`;

const ERASED = Buffer.from(EVENT_TYPES.erased);

/**
 * Undefined: nothing of it concerns areas, or nobody can read it; such a record is a dead letter of the projection, which reads
 * the same topic, and one letter is enough.
 * @param wanted whether a workspace has areas: of others only erasures are read
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
