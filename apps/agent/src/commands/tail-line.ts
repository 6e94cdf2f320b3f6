import { printable } from '#terminal/printable.js';
import type { Mapped } from '../mapping/map-reading.js';
import type { FieldValue } from '../reading/element.js';

/** One element, or the reason why there is none, on a line for people. */
export function tailLine(source: string, mapped: Mapped): string {
  if ('quarantined' in mapped) return printable(`${source}  ✗ ${mapped.quarantined.reason}: ${mapped.quarantined.detail}`);
  const { externalId, observedAt, locationUpdate, fieldValues = [], initialExternalObject } = mapped.element;
  const { lat, lon, alt } = locationUpdate?.newPosition ?? {};
  const parts = [
    source,
    observedAt,
    externalId,
    lat === undefined ? 'no position' : `${lat.toFixed(6)}, ${lon!.toFixed(6)}${alt === undefined ? '' : `, ${alt.toFixed(1)} m`}`,
    ...(locationUpdate?.accuracy === undefined ? [] : [`± ${locationUpdate.accuracy} m`]),
    ...(locationUpdate?.heading === undefined ? [] : [`heading ${locationUpdate.heading}°`]),
    ...(locationUpdate?.speed === undefined ? [] : [`${locationUpdate.speed} m/s`]),
    ...(locationUpdate?.floor === undefined ? [] : [`floor ${locationUpdate.floor}`]),
    ...fieldValues.map(fieldText),
    ...(initialExternalObject?.title === undefined ? [] : [`“${initialExternalObject.title}”`]),
    ...(mapped.warning === undefined ? [] : ['! 0/0 is where trackers are that do not know where they are']),
  ];
  return printable(parts.join('  '));
}

const fieldText = ({ field, type, value }: FieldValue): string =>
  `${field}=${value === null ? 'cleared' : type === 'Category' ? value.categoryName : value}`;
