import { type Random, seededRandom } from '#demo-fleet/random.js';
import type { WorldFence, WorldTrackable } from './hub-world.js';
import type { OmloxHub } from './omlox-hub.js';
import type { SiteZone } from './site.js';

/** A hall of 120 by 80 metres with a gallery above it, at the docks of Liverpool. */
const HALL: Omit<SiteZone, 'id' | 'name'> = {
  origin: { lat: 53.4051, lon: -2.9989 },
  turned: 24,
  controlPoints: [
    [0, 0],
    [120, 0],
    [120, 80],
    [0, 80],
  ],
};
const LENGTH = 120;
const BREADTH = 80;
export const HALL_ZONES: readonly SiteZone[] = [
  { ...HALL, id: 'hall-ground', name: 'Hall, ground floor', foreignId: 'uwb-0', floor: 0 },
  { ...HALL, id: 'hall-gallery', name: 'Hall, gallery', foreignId: 'uwb-1', floor: 1 },
];

interface Rectangle extends WorldFence {
  readonly name: string;
  readonly floor: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const FENCES: readonly Rectangle[] = [
  { id: 'goods-in', name: 'Goods in', floor: 0, from: [0, 0], to: [30, 80] },
  { id: 'goods-out', name: 'Goods out', floor: 0, from: [90, 0], to: [120, 80] },
  { id: 'charging', name: 'Charging', floor: 0, from: [50, 65], to: [70, 80] },
  { id: 'picking', name: 'Picking', floor: 1, from: [20, 10], to: [100, 70] },
];
export const HALL_FENCES: readonly WorldFence[] = FENCES.map(({ id, name }) => ({ id, name }));

const TOP_SPEED = 2.8;
const TURN = 0.35;

interface Forklift {
  readonly id: string;
  readonly floor: number;
  x: number;
  y: number;
  heading: number;
  speed: number;
  inside: Set<string>;
}

export function hallTrackables(count: number): WorldTrackable[] {
  return Array.from({ length: count }, (_unused, index) => ({
    id: `forklift-${index + 1}`,
    name: `Forklift ${index + 1}`,
    properties: { battery: 40 + ((index * 7) % 60) },
  }));
}

/** Forklifts that drive on two floors of a hall and cross fences; the same seed produces the same routes. */
export class ForkliftHall {
  private readonly forklifts: readonly Forklift[];
  private readonly random: Random;

  constructor(
    private readonly hub: OmloxHub,
    count: number,
    seed: number,
  ) {
    this.random = seededRandom(seed);
    this.forklifts = hallTrackables(count).map(({ id }, index) => ({
      id,
      floor: index % 4 === 3 ? 1 : 0,
      x: LENGTH * this.random(),
      y: BREADTH * this.random(),
      heading: 2 * Math.PI * this.random(),
      speed: TOP_SPEED,
      inside: new Set<string>(),
    }));
  }

  /** Moves all forklifts and reports their positions to the hub. @param at milliseconds since the epoch */
  step(seconds: number, at: number): void {
    for (const forklift of this.forklifts) this.drive(forklift, seconds, at);
  }

  private drive(forklift: Forklift, seconds: number, at: number): void {
    forklift.heading += TURN * (this.random() - 0.5);
    forklift.speed = Math.min(TOP_SPEED, Math.max(0, forklift.speed + this.random() - 0.45));
    const x = forklift.x + Math.cos(forklift.heading) * forklift.speed * seconds;
    const y = forklift.y + Math.sin(forklift.heading) * forklift.speed * seconds;
    // Turns back at the walls.
    if (x < 0 || x > LENGTH) forklift.heading = Math.PI - forklift.heading;
    if (y < 0 || y > BREADTH) forklift.heading = -forklift.heading;
    forklift.x = Math.min(LENGTH, Math.max(0, x));
    forklift.y = Math.min(BREADTH, Math.max(0, y));
    this.hub.move(forklift.id, {
      at,
      zone: forklift.floor === 0 ? 'hall-ground' : 'hall-gallery',
      x: forklift.x,
      y: forklift.y,
      floor: forklift.floor,
      accuracy: 0.3,
      speed: Math.round(forklift.speed * 100) / 100,
    });
    for (const fence of FENCES) this.cross(forklift, fence, at);
  }

  private cross(forklift: Forklift, { id, floor, from, to }: Rectangle, at: number): void {
    const inside = forklift.floor === floor && forklift.x >= from[0] && forklift.x <= to[0] && forklift.y >= from[1] && forklift.y <= to[1];
    if (inside === forklift.inside.has(id)) return;
    if (inside) forklift.inside.add(id);
    else forklift.inside.delete(id);
    this.hub.cross(forklift.id, id, inside, at);
  }
}
