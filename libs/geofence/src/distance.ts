const EQUATOR_M = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const RADIANS = Math.PI / 180;

/**
 * Metres between two places on the ellipsoid WGS 84: great circle with Lambert's correction for the flattening. The error is about ten
 * metres over thousands of kilometres and centimetres within one kilometre.
 */
export function distanceM(lonA: number, latA: number, lonB: number, latB: number): number {
  const a = Math.atan((1 - FLATTENING) * Math.tan(latA * RADIANS));
  const b = Math.atan((1 - FLATTENING) * Math.tan(latB * RADIANS));
  const haversine = Math.sin((a - b) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(((lonA - lonB) * RADIANS) / 2) ** 2;
  if (haversine === 0) return 0;
  const sigma = 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
  const [mean, half] = [(a + b) / 2, (b - a) / 2];
  const far = 1 - haversine;
  const x = far === 0 ? 0 : ((sigma - Math.sin(sigma)) * (Math.sin(mean) * Math.cos(half)) ** 2) / far;
  const y = ((sigma + Math.sin(sigma)) * (Math.cos(mean) * Math.sin(half)) ** 2) / haversine;
  return EQUATOR_M * (sigma - (FLATTENING / 2) * (x + y));
}

/** Metres per degree of longitude and of latitude at a latitude, for distances that are small compared with the earth. */
export function degreesM(lat: number): [lon: number, lat: number] {
  const eccentricity = FLATTENING * (2 - FLATTENING);
  const w2 = 1 - eccentricity * Math.sin(lat * RADIANS) ** 2;
  const normal = EQUATOR_M / Math.sqrt(w2);
  return [normal * Math.cos(lat * RADIANS) * RADIANS, ((normal * (1 - eccentricity)) / w2) * RADIANS];
}
