/** Events of an object and an area; `corrected` takes back an earlier one that late reports have disproved. */
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
  /** `ce_id`: the same for an event that appears again after a fault. */
  eventId: string;
  workspace: string;
  externalId: string;
  areaId: string;
  /** Of the area by whose outline it was judged. */
  areaRevision: number;
  /** When it was true, by the clocks of the devices; RFC 3339. */
  at: string;
  /** Begin of the visit that it belongs to. */
  visitStartedAt: string;
  /** Of the report that shows it. */
  objectRevision: number;
  /** With `dwelt`: how long the visit had lasted. */
  dwellSeconds?: number;
  /** With `absent`: for how long nothing had been reported from inside. */
  absentSeconds?: number;
  /** With `left`: why, where no report says so. */
  reason?: 'area-changed' | 'area-deleted';
  /** Caused by a report that came late: events of later times may have been sent before. */
  late?: true;
  /** With `corrected`: eventId of what is not true any more. */
  corrects?: string;
  /** With `corrected`: the kind of the event that is taken back. */
  correctedKind?: Exclude<AreaEventKind, 'corrected'>;
}
