import type { UpdateElement } from '../posting/update-client.js';
import type { Point } from './geometry.js';
import { oneOf, seededRandom } from './random.js';
import { Vehicle, type VehicleKind } from './vehicle.js';

/** Liverpool, where the sample track is from. */
const HOME: Point = { lat: 53.4084, lon: -2.9916 };

const KINDS: readonly [VehicleKind, ...VehicleKind[]] = [
  { name: 'van', icon: 'van', topSpeed: 14, acceleration: 1.5, range: 8_000, batteryPerKilometre: 0.4, batteryPerHour: 1 },
  { name: 'cargo-bike', icon: 'bike', topSpeed: 6, acceleration: 1, range: 3_000, batteryPerKilometre: 1.2, batteryPerHour: 0.5 },
  { name: 'forklift', icon: 'forklift', topSpeed: 3, acceleration: 0.8, range: 250, batteryPerKilometre: 4, batteryPerHour: 3 },
];

const STEP_SECONDS = 1;
const MAX_CATCH_UP_SECONDS = 60;

/** Things that report in turn; the same seed gives the same fleet and tracks for the same times asked. */
export class Fleet {
  readonly #vehicles: { vehicle: Vehicle; lastAt: number }[];
  #next = 0;

  constructor(options: { objects: number; seed: number; startAt: number; idPrefix?: string }) {
    const random = seededRandom(options.seed);
    this.#vehicles = Array.from({ length: options.objects }, (_unused, index) => {
      const kind = oneOf(random, KINDS);
      const vehicle = new Vehicle(`${options.idPrefix ?? 'demo'}-${index + 1}`, `${kind.name} ${index + 1}`, kind, HOME, random);
      return { vehicle, lastAt: options.startAt };
    });
  }

  /** The next `count` reports, at this time (milliseconds since the epoch). */
  reports(count: number, now: number): UpdateElement[] {
    return Array.from({ length: count }, () => {
      const entry = this.#vehicles[this.#next++ % this.#vehicles.length]!;
      let seconds = Math.min(MAX_CATCH_UP_SECONDS, Math.max(0, (now - entry.lastAt) / 1000));
      for (; seconds > 0; seconds -= STEP_SECONDS) entry.vehicle.advance(Math.min(STEP_SECONDS, seconds));
      entry.lastAt = now;
      return reportOf(entry.vehicle, now);
    });
  }
}

function reportOf(vehicle: Vehicle, now: number): UpdateElement {
  return {
    externalId: vehicle.externalId,
    observedAt: new Date(now).toISOString(),
    locationUpdate: { newPosition: { lat: round(vehicle.position.lat, 6), lon: round(vehicle.position.lon, 6) } },
    fieldValues: [
      { type: 'Number', field: 'battery', value: round(vehicle.battery, 1) },
      { type: 'Number', field: 'speed', value: round(vehicle.speed, 2) },
      { type: 'Category', field: 'status', value: { namespace: 'demo', categoryName: vehicle.status } },
    ],
    initialExternalObject: { title: vehicle.title, type: vehicle.kind.name, icon: vehicle.kind.icon },
  };
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
