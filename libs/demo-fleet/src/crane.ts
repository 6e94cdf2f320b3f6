import type { Point } from './geometry.js';
import type { Status } from './kinds.js';
import { between, type Random } from './random.js';

const DEGREES_PER_SECOND = 6;
const MAX_LOAD_KG = 18_000;

/** A crane that stands, turns its jib, and sometimes carries a load. */
export class Crane {
  status: Status = 'idle';
  heading: number;
  /** kg */
  load = 0;
  #goal: number;
  #nextSeconds: number;

  constructor(
    readonly position: Point,
    private readonly random: Random,
  ) {
    this.heading = between(random, 0, 360);
    this.#goal = this.heading;
    this.#nextSeconds = between(random, 2, 20);
  }

  advance(seconds: number): void {
    const turn = ((this.#goal - this.heading + 540) % 360) - 180;
    const most = DEGREES_PER_SECOND * seconds;
    this.heading = (this.heading + Math.max(-most, Math.min(most, turn)) + 360) % 360;
    this.#nextSeconds -= seconds;
    if (this.#nextSeconds > 0) return;
    this.load = this.load > 0 ? 0 : Math.round(between(this.random, 500, MAX_LOAD_KG) / 10) * 10;
    this.status = this.load > 0 ? 'loading' : 'idle';
    this.#goal = between(this.random, 0, 360);
    this.#nextSeconds = between(this.random, 15, 60);
  }
}
