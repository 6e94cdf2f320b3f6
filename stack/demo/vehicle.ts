import { moved, offset, type Point } from './geometry.js';
import { between, oneOf, type Random } from './random.js';

/** What a kind of thing can do. Speeds in m/s, distances in metres, battery in percent. */
export interface VehicleKind {
  name: string;
  icon: string;
  topSpeed: number;
  acceleration: number;
  /** How far from home it drives. */
  range: number;
  batteryPerKilometre: number;
  batteryPerHour: number;
}

export type Status = 'driving' | 'loading' | 'charging' | 'idle';

const CHARGE_PERCENT_PER_SECOND = 0.5;
const LOW_BATTERY = 30;
const FULL_BATTERY = 95;

/** One simulated thing: drives from stop to stop, waits there, and charges when its battery is low. */
export class Vehicle {
  position: Point;
  status: Status = 'idle';
  battery: number;
  speed = 0;
  #target: Point;
  #waitSeconds: number;

  constructor(
    readonly externalId: string,
    readonly title: string,
    readonly kind: VehicleKind,
    private readonly home: Point,
    private readonly random: Random,
  ) {
    this.position = this.#somewhere();
    this.#target = this.position;
    this.battery = between(random, 25, 100);
    this.#waitSeconds = between(random, 0, 20);
  }

  /** Lets time pass, in seconds (a few at most, so that the track stays smooth). */
  advance(seconds: number): void {
    if (this.status === 'driving') this.#drive(seconds);
    else this.#wait(seconds);
    this.battery = Math.max(0, this.battery - (this.kind.batteryPerHour * seconds) / 3600);
  }

  #drive(seconds: number): void {
    const { east, north, distance } = offset(this.position, this.#target);
    // Fast enough to be there, slow enough to stop there.
    const braking = Math.sqrt(2 * this.kind.acceleration * distance);
    this.speed = Math.min(this.kind.topSpeed, braking, this.speed + this.kind.acceleration * seconds);
    const way = Math.min(distance, this.speed * seconds);
    if (distance - way < 1) return this.#arrive();
    this.position = moved(this.position, (east / distance) * way, (north / distance) * way);
    this.battery = Math.max(0, this.battery - (this.kind.batteryPerKilometre * way) / 1000);
  }

  #arrive(): void {
    this.position = this.#target;
    this.speed = 0;
    this.status = this.battery < LOW_BATTERY ? 'charging' : oneOf(this.random, ['loading', 'loading', 'idle']);
    this.#waitSeconds = between(this.random, 5, 40);
  }

  #wait(seconds: number): void {
    this.#waitSeconds -= seconds;
    if (this.status === 'charging') {
      this.battery = Math.min(100, this.battery + CHARGE_PERCENT_PER_SECOND * seconds);
      if (this.battery < FULL_BATTERY) return;
    }
    if (this.#waitSeconds > 0) return;
    this.#target = this.#somewhere();
    this.status = 'driving';
  }

  #somewhere(): Point {
    const angle = between(this.random, 0, 2 * Math.PI);
    const radius = Math.sqrt(this.random()) * this.kind.range;
    return moved(this.home, Math.cos(angle) * radius, Math.sin(angle) * radius);
  }
}
