import { type BoundingBox, widthOf } from '../map/bounding-box.js';

/** `best`: the order of the search's answer. */
export const LIST_ORDERS = ['best', 'name', 'lastReport', 'distance'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

interface Listed {
  externalId: string;
  title?: string;
  position: { lat: number; lon: number; observedAt: string };
}

/** Objects in the chosen order. @param view distances are measured from its centre; undefined: there is no map yet */
export function inOrder<T extends Listed>(objects: Iterable<T>, order: ListOrder, view: BoundingBox | undefined, locale: string): T[] {
  const listed = [...objects];
  const byName = (a: T, b: T): number => (a.title ?? a.externalId).localeCompare(b.title ?? b.externalId, locale, { numeric: true });
  if (order === 'name') return listed.sort(byName);
  if (order === 'lastReport') return listed.sort((a, b) => Date.parse(b.position.observedAt) - Date.parse(a.position.observedAt));
  if (order === 'best' || view === undefined) return listed;
  const middle = { lat: (view.south + view.north) / 2, lon: view.west + widthOf(view) / 2 };
  const distances = new Map(listed.map((each) => [each, distanceOf(each.position, middle)]));
  return listed.sort((a, b) => distances.get(a)! - distances.get(b)!);
}

/** A monotonic function of the distance on the globe (the haversine of the angle), also across the antimeridian. */
function distanceOf(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const [latA, latB, lon] = [a.lat, b.lat, a.lon - b.lon].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  return Math.sin((latA - latB) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(lon / 2) ** 2;
}
