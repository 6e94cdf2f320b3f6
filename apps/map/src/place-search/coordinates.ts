const WITH_POINTS = /^([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([EWO])?$/i;
const WITH_COMMAS = /^([+-]?\d{1,3},\d+)\s*°?\s*([NS])?\s*(?:;|,\s|\s)\s*([+-]?\d{1,3},\d+)\s*°?\s*([EWO])?$/i;
/** Requires a sign that coordinates are meant: two bare numbers, such as `12 34`, may as well be words of a search. */
const IS_MEANT = /[.;°NS]|, |\d,\d+\D+\d/i;

/**
 * Latitude and longitude as people paste them: `53.41, -2.99`, `53,41; -2,99`, `53.41° N 2.99° W`.
 * Undefined if the text is something else.
 */
export function coordinatesIn(text: string): { lat: number; lon: number } | undefined {
  const cleaned = text.trim().replaceAll('−', '-');
  if (!IS_MEANT.test(cleaned)) return undefined;
  const [, lat, northSouth = '', lon, eastWest = ''] = WITH_POINTS.exec(cleaned) ?? WITH_COMMAS.exec(cleaned) ?? [];
  if (lat === undefined || lon === undefined) return undefined;
  const place = { lat: degrees(lat, /s/i.test(northSouth)), lon: degrees(lon, /w/i.test(eastWest)) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : undefined;
}

const degrees = (text: string, negative: boolean): number => Number(text.replace(',', '.')) * (negative ? -1 : 1);
