import type { Point } from './geometry.js';
import { type Kind, KINDS, type ObjectClass, type Status } from './kinds.js';

/** Names and categories in the language of the demo. */
export interface FleetWords {
  titleOf: (kind: Kind, number: number) => string;
  typeOf: (kind: Kind) => string;
  statusOf: (status: Status) => string;
  classOf: (what: ObjectClass) => string;
  description?: string;
}

type FieldValue =
  | { type: 'Number'; field: string; value: number }
  | { type: 'Category'; field: string; value: { namespace: string; categoryName: string } };

/** One element of the array that `POST /groups/{groupID}/externalObjects` takes. */
export interface FleetReport {
  externalId: string;
  /** RFC 3339. */
  observedAt?: string;
  locationUpdate: { newPosition: Point; accuracy?: number; heading?: number; speed?: number };
  fieldValues?: FieldValue[];
  initialExternalObject?: { title: string; type: string; icon: string; description?: string };
}

/** State of a fleet object at a time. Speed in m/s, heading in degrees from north, battery in percent, load in kg. */
export interface Seen {
  position: Point;
  status?: Status;
  speed?: number;
  heading?: number;
  battery?: number;
  load?: number;
}

const ACCURACY_METRES = 5;
const KMH_PER_MS = 3.6;

/** The values that change all the time. */
export function measured(
  externalId: string,
  { position, speed, heading, battery, load }: Seen,
): FleetReport & { fieldValues: FieldValue[] } {
  const numbers = {
    battery: battery && rounded(battery, 1),
    speed: speed === undefined ? undefined : rounded(speed * KMH_PER_MS, 1),
    heading: heading && Math.round(heading) % 360,
    load,
  };
  const movement = speed === undefined ? {} : { speed: rounded(speed, 1), ...(speed > 0 && { heading: numbers.heading }) };
  return {
    externalId,
    locationUpdate: {
      newPosition: { lat: rounded(position.lat, 6), lon: rounded(position.lon, 6) },
      accuracy: ACCURACY_METRES,
      ...movement,
    },
    fieldValues: Object.entries(numbers).flatMap(([field, value]) =>
      value === undefined ? [] : [{ type: 'Number' as const, field, value }],
    ),
  };
}

/** A complete report, which creates the object if it is new. */
export function reportOf(externalId: string, kind: Kind, number: number, seen: Seen, words: FleetWords): FleetReport {
  const report = measured(externalId, seen);
  report.fieldValues.push({
    type: 'Category',
    field: 'class',
    value: { namespace: 'demo', categoryName: words.classOf(KINDS[kind].class) },
  });
  if (seen.status !== undefined)
    report.fieldValues.push({ type: 'Category', field: 'status', value: { namespace: 'demo', categoryName: words.statusOf(seen.status) } });
  const { description } = words;
  return {
    ...report,
    initialExternalObject: {
      title: words.titleOf(kind, number),
      type: words.typeOf(kind),
      icon: kind,
      ...(description === undefined ? {} : { description }),
    },
  };
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
