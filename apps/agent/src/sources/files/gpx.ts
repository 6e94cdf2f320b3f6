import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { readTime } from '../../reading/read-time.js';
import type { Received } from '../../reading/source.js';
import { earthPosition } from '../reading-parts/earth-position.js';
import { keptApart } from '../reading-parts/unreadable.js';

interface Point {
  readonly '@lat'?: unknown;
  readonly '@lon'?: unknown;
  readonly ele?: unknown;
  readonly time?: unknown;
}

const LISTS = new Set(['trk', 'trkseg', 'trkpt']);

/** Only the five entities of XML, a depth limit that fits GPX, and all values stay text. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  processEntities: false,
  maxNestedTags: 32,
  isArray: (name) => LISTS.has(name),
});

/**
 * The track points of a GPX document (GPX 1.1). The id is the name of the track, or else `fallbackId`; a point without a time is
 * quarantined. Routes and waypoints are plans rather than tracks, and are left out.
 * @throws Error for a document that is not GPX
 */
export function readGpx(text: string, file: string, fallbackId: string): Received[] {
  if (/<!DOCTYPE/i.test(text)) throw new Error(`${file} has a DOCTYPE, which no GPX has.`);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new Error(`${file} is no XML: line ${valid.err.line}: ${valid.err.msg.slice(0, 200)}`);
  let document: { gpx?: { trk?: { name?: unknown; trkseg?: { trkpt?: Point[] }[] }[] } };
  try {
    document = PARSER.parse(text) as typeof document;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${String((error as Error).message).slice(0, 200)}`, { cause: error });
  }
  if (document.gpx === undefined) throw new Error(`${file} is no GPX: its root is another.`);
  return (document.gpx.trk ?? []).flatMap(({ name, trkseg }) => {
    const id = typeof name === 'string' && name.trim() !== '' ? unescaped(name.trim()) : fallbackId;
    return (trkseg ?? []).flatMap(({ trkpt }) => (trkpt ?? []).map((point) => readPoint(point, file, id)));
  });
}

function readPoint(point: Point, file: string, id: string): Received {
  const { '@lat': lat, '@lon': lon, ele, time } = point;
  const document = { file, track: id, lat, lon, ele, time };
  const found = earthPosition(lat, lon, ele);
  if ('fault' in found) return keptApart(document, 'impossible-position', `${found.fault}.`);
  const observedAt = readTime(time);
  if (observedAt === undefined)
    return keptApart(document, 'impossible-time', 'The point has no time, or one without a zone or outside the years 2000 to 2099.');
  return { document, reading: { id, title: id, observedAt, position: found.position, fields: {} } };
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity]!);
}
