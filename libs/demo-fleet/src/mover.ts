import { headingOf, moved, offset, type Point } from './geometry.js';
import type { MotionFacts, Status } from './kinds.js';
import { lengthOf, type Network } from './network.js';
import { between, oneOf, type Random } from './random.js';

const CHARGE_PERCENT_PER_SECOND = 0.5;
const LOW_BATTERY = 30;
const FULL_BATTERY = 95;
const FIRST_WAIT_SECONDS = 20;
/** An object nearer than this has arrived. */
const THERE_METRES = 1;

export interface Territory {
  network: Network;
  /** Numbers of the network's places where it stops; at least two. */
  stops: readonly [number, ...number[]];
}

/** Goes from stop to stop along the routes of a network, waits there, and charges when its battery is low. */
export class Mover {
  position: Point;
  status: Status = 'idle';
  /** m/s */
  speed = 0;
  /** Degrees from north. */
  heading = 0;
  /** Percent; undefined: no battery. */
  battery: number | undefined;
  readonly firstStop: number;
  /** The current stop, or the last one before the current route. */
  stop: number;
  /** The rest of the route, next point first. */
  #route: Point[] = [];
  #metresLeft = 0;
  #target: number;
  #waitSeconds: number;

  constructor(
    readonly facts: MotionFacts,
    readonly territory: Territory,
    private readonly random: Random,
  ) {
    this.firstStop = oneOf(random, territory.stops);
    this.stop = this.firstStop;
    this.#target = this.firstStop;
    this.position = territory.network.places[this.stop]!;
    this.battery = facts.battery && between(random, 25, 100);
    // Many leave at once, because a fleet that stands still at first looks broken.
    this.#waitSeconds = FIRST_WAIT_SECONDS * random() ** 3;
  }

  /** @param seconds a few at most, so that the track stays smooth */
  advance(seconds: number): void {
    if (this.status === 'moving') this.#move(seconds);
    else this.#wait(seconds);
    this.#drain(((this.facts.battery?.perHour ?? 0) * seconds) / 3600);
  }

  /** Leaves for the given stop, or for a random one. */
  leave(target = this.#anotherStop()): void {
    if (target === this.stop) return;
    this.#target = target;
    const route = this.territory.network.route(this.stop, target);
    this.#metresLeft = lengthOf(route);
    this.#route = route.slice(1);
    this.status = 'moving';
  }

  /** Recharges at the current place, as after a long stop. */
  recharge(): void {
    if (this.battery !== undefined && this.battery < FULL_BATTERY) this.battery = between(this.random, 70, 100);
  }

  #move(seconds: number): void {
    const left = this.#metresLeft;
    // The speed from which it can still stop at the end of the route.
    const braking = Math.sqrt(2 * this.facts.acceleration * left);
    this.speed = Math.min(this.facts.topSpeed, braking, this.speed + this.facts.acceleration * seconds);
    let way = Math.min(left, this.speed * seconds);
    this.#drain(((this.facts.battery?.perKilometre ?? 0) * way) / 1000);
    this.#metresLeft -= way;
    if (this.#metresLeft < THERE_METRES) return this.#arrive();
    for (let next = this.#route[0]; next !== undefined && way > 0; next = this.#route[0]) {
      const { east, north, distance } = offset(this.position, next);
      if (distance > 0) this.heading = headingOf(east, north);
      if (distance > way) {
        this.position = moved(this.position, (east / distance) * way, (north / distance) * way);
        return;
      }
      this.position = next;
      this.#route.shift();
      way -= distance;
    }
  }

  #arrive(): void {
    this.stop = this.#target;
    this.position = this.territory.network.places[this.stop]!;
    this.#route = [];
    this.speed = 0;
    this.status =
      this.battery !== undefined && this.battery < LOW_BATTERY ? 'charging' : oneOf(this.random, ['loading', 'loading', 'idle']);
    this.#waitSeconds = between(this.random, 5, 40);
  }

  #wait(seconds: number): void {
    this.#waitSeconds -= seconds;
    if (this.status === 'charging' && this.battery !== undefined) {
      this.battery = Math.min(100, this.battery + CHARGE_PERCENT_PER_SECOND * seconds);
      if (this.battery < FULL_BATTERY) return;
    }
    if (this.#waitSeconds <= 0) this.leave();
  }

  #anotherStop(): number {
    const others = this.territory.stops.filter((stop) => stop !== this.stop);
    return oneOf(this.random, others as [number, ...number[]]);
  }

  #drain(percent: number): void {
    if (this.battery !== undefined) this.battery = Math.max(0, this.battery - percent);
  }
}
