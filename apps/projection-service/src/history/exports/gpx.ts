import type { Part, SeenPosition } from '../query/history-reader.js';
import { type StrokeRules, Strokes } from './strokes.js';

const BEGIN = '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1">\n';
const END = '</gpx>\n';
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for XML 1.0; characters that XML cannot represent become U+FFFD. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** GPX 1.1: a track for each object, a segment for each stretch without a gap. */
export async function* gpxOf(parts: AsyncIterable<Part<SeenPosition>>, rules: StrokeRules): AsyncGenerator<string> {
  yield BEGIN;
  let strokes = new Strokes(rules);
  let isOpen = false;
  for await (const { object, rows, isLast } of parts) {
    let text = '';
    for (const { positions, continues } of [...strokes.add(rows), ...(isLast ? strokes.end() : [])]) {
      if (!isOpen) text += `<trk><name>${xmlText(object.externalId)}</name>`;
      else if (!continues) text += '</trkseg>';
      if (!continues) text += '<trkseg>\n';
      isOpen = true;
      text += (continues ? positions.slice(1) : positions).map(pointOf).join('');
    }
    if (isLast) {
      if (isOpen) text += '</trkseg></trk>\n';
      isOpen = false;
      strokes = new Strokes(rules);
    }
    if (text !== '') yield text;
  }
  yield END;
}

/** A number without an exponent, which xsd:decimal does not allow. */
const decimal = (value: number): string => (Math.abs(value) < 1e-6 ? value.toFixed(12).replace(/\.?0+$/, '') : String(value));

function pointOf({ lat, lon, alt, satellites, observedAt }: SeenPosition): string {
  const elevation = alt === undefined ? '' : `<ele>${decimal(alt)}</ele>`;
  const used = satellites === undefined ? '' : `<sat>${satellites}</sat>`;
  // In GPX, longitudes are below 180.
  return `<trkpt lat="${decimal(lat)}" lon="${decimal(lon >= 180 ? -180 : lon)}">${elevation}<time>${observedAt}</time>${used}</trkpt>\n`;
}
