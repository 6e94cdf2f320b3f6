/** Well-known cities for an example when the map shows a large area: [name, latitude, longitude]. */
const CITIES: readonly (readonly [string, number, number])[] = [
  ['Liverpool', 53.4084, -2.9916],
  ['Berlin', 52.52, 13.405],
  ['Paris', 48.8566, 2.3522],
  ['Madrid', 40.4168, -3.7038],
  ['Roma', 41.9028, 12.4964],
  ['Wien', 48.2082, 16.3738],
  ['Zürich', 47.3769, 8.5417],
  ['Stockholm', 59.3293, 18.0686],
  ['Warszawa', 52.2297, 21.0122],
  ['Athina', 37.9838, 23.7275],
  ['Istanbul', 41.0082, 28.9784],
  ['Cairo', 30.0444, 31.2357],
  ['Lagos', 6.5244, 3.3792],
  ['Nairobi', -1.2921, 36.8219],
  ['Johannesburg', -26.2041, 28.0473],
  ['Dubai', 25.2048, 55.2708],
  ['Mumbai', 19.076, 72.8777],
  ['Delhi', 28.6139, 77.209],
  ['Singapore', 1.3521, 103.8198],
  ['Jakarta', -6.2088, 106.8456],
  ['Manila', 14.5995, 120.9842],
  ['Tokyo', 35.6762, 139.6503],
  ['Seoul', 37.5665, 126.978],
  ['Shanghai', 31.2304, 121.4737],
  ['Sydney', -33.8688, 151.2093],
  ['Auckland', -36.8485, 174.7633],
  ['New York', 40.7128, -74.006],
  ['Toronto', 43.6532, -79.3832],
  ['Chicago', 41.8781, -87.6298],
  ['Los Angeles', 34.0522, -118.2437],
  ['Ciudad de México', 19.4326, -99.1332],
  ['Bogotá', 4.711, -74.0721],
  ['Lima', -12.0464, -77.0428],
  ['São Paulo', -23.5505, -46.6333],
  ['Buenos Aires', -34.6037, -58.3816],
];

const CLOSE_ENOUGH_ZOOM = 9;

/** A place on land: the centre of the map if it shows a town or less, otherwise the city nearest to it. */
export function placeNear(centre: { lat: number; lon: number }, zoom: number): { lat: number; lon: number } {
  if (zoom >= CLOSE_ENOUGH_ZOOM) return centre;
  let [best, least] = [CITIES[0]!, Infinity];
  for (const city of CITIES) {
    const away = distance(centre, city[1], city[2]);
    if (away < least) [best, least] = [city, away];
  }
  return { lat: best[1], lon: best[2] };
}

/** The chord through the globe, which is sufficient for finding the nearest city. */
function distance({ lat, lon }: { lat: number; lon: number }, otherLat: number, otherLon: number): number {
  const [x1, y1, z1] = unit(lat, lon);
  const [x2, y2, z2] = unit(otherLat, otherLon);
  return Math.hypot(x1 - x2, y1 - y2, z1 - z2);
}

function unit(lat: number, lon: number): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
