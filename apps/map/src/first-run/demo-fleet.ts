import type { ObjectReport } from './object-report.js';

export type DemoKind = 'van' | 'truck' | 'bike' | 'bus' | 'forklift';

interface KindFacts {
  /** Metres a second. */
  topSpeed: number;
  /** Metres from the depot that it goes at most. */
  range: number;
  count: number;
}

const KINDS: Readonly<Record<DemoKind, KindFacts>> = {
  van: { topSpeed: 13, range: 5000, count: 9 },
  bike: { topSpeed: 6, range: 2200, count: 6 },
  truck: { topSpeed: 15, range: 9000, count: 4 },
  bus: { topSpeed: 11, range: 4000, count: 3 },
  forklift: { topSpeed: 3, range: 250, count: 3 },
};
const METRES_PER_DEGREE = 111_320;
const LOW_BATTERY = 15;

export interface DemoWords {
  titles: Readonly<Record<DemoKind, (n: string) => string>>;
  types: Readonly<Record<DemoKind, string>>;
  description: string;
  statuses: { driving: string; standing: string; charging: string };
}

interface Vehicle {
  id: string;
  kind: DemoKind;
  number: number;
  lat: number;
  lon: number;
  /** Degrees from north. */
  heading: number;
  /** Metres a second. */
  speed: number;
  battery: number;
  standsFor: number;
  charging: boolean;
  goal: { lat: number; lon: number };
}

/** Vehicles that drive between places around a depot, stop there for a while, and charge when they must. */
export class DemoFleet {
  readonly vehicles: readonly Vehicle[];

  /** @param random from 0 up to 1 */
  constructor(
    idPrefix: string,
    private readonly depot: { lat: number; lon: number },
    private readonly words: DemoWords,
    private readonly random: () => number = Math.random,
  ) {
    const kinds = (Object.keys(KINDS) as DemoKind[]).flatMap((kind) => Array.from({ length: KINDS[kind].count }, (_, n) => ({ kind, number: n + 1 })));
    this.vehicles = kinds.map(({ kind, number }, at) => {
      const start = this.placeFor(kind);
      return { id: `${idPrefix}${String(at + 1).padStart(2, '0')}`, kind, number, ...start, heading: 0, speed: 0, battery: 40 + 60 * random(), standsFor: 20 * random() * random(), charging: false, goal: this.placeFor(kind) };
    });
  }

  advance(seconds: number): void {
    for (const vehicle of this.vehicles) this.drive(vehicle, seconds);
  }

  /** What the vehicles would report now. */
  elements(): ObjectReport[] {
    const { titles, types, description, statuses } = this.words;
    return this.vehicles.map(({ id, kind, number, lat, lon, speed, heading, battery, charging }) => ({
      externalId: id,
      locationUpdate: { newPosition: { lat: rounded(lat, 6), lon: rounded(lon, 6) }, accuracy: 5 },
      fieldValues: [
        { type: 'Number' as const, field: 'battery', value: rounded(battery, 1) },
        { type: 'Number' as const, field: 'speed', value: rounded(speed * 3.6, 1) },
        { type: 'Number' as const, field: 'heading', value: Math.round(heading) },
        { type: 'Category' as const, field: 'status', value: { namespace: 'demo', categoryName: charging ? statuses.charging : speed > 0 ? statuses.driving : statuses.standing } },
      ],
      initialExternalObject: { title: titles[kind](String(number)), type: types[kind], icon: kind, description },
    }));
  }

  private drive(vehicle: Vehicle, seconds: number): void {
    const { topSpeed } = KINDS[vehicle.kind];
    if (vehicle.charging || vehicle.standsFor > 0) {
      vehicle.speed = 0;
      vehicle.standsFor -= seconds;
      if (vehicle.charging) {
        vehicle.battery = Math.min(100, vehicle.battery + seconds);
        vehicle.charging = vehicle.battery < 80;
      }
      return;
    }
    const north = (vehicle.goal.lat - vehicle.lat) * METRES_PER_DEGREE;
    const east = (vehicle.goal.lon - vehicle.lon) * METRES_PER_DEGREE * cosine(vehicle.lat);
    const away = Math.hypot(north, east);
    vehicle.heading = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
    vehicle.speed = topSpeed * (0.7 + 0.3 * this.random());
    const share = Math.min(1, (vehicle.speed * seconds) / Math.max(1, away));
    vehicle.lat += (vehicle.goal.lat - vehicle.lat) * share;
    vehicle.lon += (vehicle.goal.lon - vehicle.lon) * share;
    vehicle.battery = Math.max(5, vehicle.battery - seconds * 0.02);
    if (share < 1) return;
    vehicle.goal = this.placeFor(vehicle.kind);
    vehicle.standsFor = 5 + 20 * this.random();
    vehicle.charging = vehicle.battery < LOW_BATTERY;
  }

  private placeFor(kind: DemoKind): { lat: number; lon: number } {
    const metres = KINDS[kind].range * Math.sqrt(this.random());
    const angle = 2 * Math.PI * this.random();
    const lat = Math.max(-85, Math.min(85, this.depot.lat + (metres * Math.cos(angle)) / METRES_PER_DEGREE));
    const lon = this.depot.lon + (metres * Math.sin(angle)) / (METRES_PER_DEGREE * cosine(this.depot.lat));
    return { lat, lon: ((lon + 540) % 360) - 180 };
  }
}

const cosine = (lat: number): number => Math.max(0.05, Math.cos((lat * Math.PI) / 180));
const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
