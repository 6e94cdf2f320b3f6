/** A seeded random generator (mulberry32): the same seed gives the same plan on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 ≤ x < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, including both ends. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(options: readonly T[]): T {
    return options[Math.floor(this.next() * options.length)]!;
  }

  /** An independent generator. With one for each client, a client's plan does not depend on when other clients call. */
  fork(): Random {
    return new Random(this.integer(0, 0xffff_ffff));
  }
}
