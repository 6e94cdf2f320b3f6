type Position = number[];

const POLE = -90;

/**
 * A ring whose longitudes continue beyond ±180° instead of jumping there, so that it is one shape in the plane instead of bands around the
 * world. A ring around the south pole ends 360° from its start and is closed along the lower edge of the map.
 */
export function continuousRing(ring: readonly Position[]): Position[] {
  const unwrapped: Position[] = [];
  for (const [lon, lat] of ring) {
    const before = unwrapped.at(-1)?.[0] ?? lon!;
    unwrapped.push([lon! + 360 * Math.round((before - lon!) / 360), lat!]);
  }
  const [first, last] = [unwrapped[0]!, unwrapped.at(-1)!];
  if (Math.abs(last[0]! - first[0]!) > 180) unwrapped.push([last[0]!, POLE], [first[0]!, POLE], [...first]);
  return unwrapped;
}

/** Holes are placed inside their outline, even if that is beyond ±180°. */
export function continuousPolygon(rings: readonly (readonly Position[])[]): Position[][] {
  const [outline, ...holes] = rings.map(continuousRing);
  const middle = (ring: readonly Position[]): number =>
    (Math.min(...ring.map(([lon]) => lon!)) + Math.max(...ring.map(([lon]) => lon!))) / 2;
  const around = middle(outline!);
  return [outline!, ...holes.map((hole) => hole.map(([lon, lat]) => [lon! + 360 * Math.round((around - middle(hole)) / 360), lat!]))];
}
