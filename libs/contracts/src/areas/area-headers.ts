import type { CloudEventHeaders } from '../cloud-event.js';
import { AREA_EVENT_TYPES, AREA_STATE_TYPE, type AreaEvent, type AreaEventKind } from './area-event.js';
import type { AreaRecord } from './area-record.js';

/** CloudEvents headers of a record on `area.events`. */
export function areaEventHeaders(kind: AreaEventKind, event: AreaEvent): CloudEventHeaders {
  return {
    ce_specversion: '1.0',
    ce_id: event.eventId,
    ce_source: `/groups/${event.workspace}/areas/${event.areaId}`,
    ce_type: AREA_EVENT_TYPES[kind],
    ce_time: event.at,
    ce_subject: event.externalId,
    'content-type': 'application/json',
    ce_workspace: event.workspace,
    ce_revision: String(event.objectRevision),
  };
}

/** CloudEvents headers of a record on `area.state`; also of a tombstone, which has no value. */
export function areaStateHeaders({
  areaId,
  workspace,
  revision,
  updatedAt,
}: Pick<AreaRecord, 'areaId' | 'workspace' | 'revision' | 'updatedAt'>): CloudEventHeaders {
  return {
    ce_specversion: '1.0',
    ce_id: `${areaId}@${revision}`,
    ce_source: `/groups/${workspace}/areas`,
    ce_type: AREA_STATE_TYPE,
    ce_time: updatedAt,
    ce_subject: areaId,
    'content-type': 'application/json',
    ce_workspace: workspace,
    ce_revision: String(revision),
  };
}
