/** Events of an object and an area; `corrected` withdraws an earlier event that a late report has disproved. */
export type AreaEventKind = 'entered' | 'left' | 'dwelt' | 'absent' | 'corrected';

export type AreaEventType = `waymark.area.${AreaEventKind}.v1`;

/** CloudEvents types of `area.events`. */
export const AREA_EVENT_TYPES: Record<AreaEventKind, AreaEventType> = {
  entered: 'waymark.area.entered.v1',
  left: 'waymark.area.left.v1',
  dwelt: 'waymark.area.dwelt.v1',
  absent: 'waymark.area.absent.v1',
  corrected: 'waymark.area.corrected.v1',
};

/** CloudEvents type of `area.state`. */
export const AREA_STATE_TYPE = 'waymark.area.state.v1';

/** The value of a record on `area.events`, keyed by externalId. */
export interface AreaEvent {
  /** `ce_id`; the same when an event is sent again after a failure. */
  eventId: string;
  workspace: string;
  externalId: string;
  areaId: string;
  /** Revision of the area whose outline was used. */
  areaRevision: number;
  /** Time of the event, by the clocks of the devices; RFC 3339. */
  at: string;
  /** Start of the visit that the event belongs to. */
  visitStartedAt: string;
  /** Revision of the object after the report that caused the event. */
  objectRevision: number;
  /** With `dwelt`: how long the visit had lasted. */
  dwellSeconds?: number;
  /** With `absent`: how long there had been no report from inside. */
  absentSeconds?: number;
  /** With `left`: the reason, if no report caused it. */
  reason?: 'area-changed' | 'area-deleted';
  /** Caused by a late report, so later events may have been sent before it. */
  late?: true;
  /** With `corrected`: eventId of the withdrawn event. */
  corrects?: string;
  /** With `corrected`: the kind of the withdrawn event. */
  correctedKind?: Exclude<AreaEventKind, 'corrected'>;
}
