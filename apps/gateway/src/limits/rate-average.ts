/** The recent rate per second: an exponentially weighted average. */
export class RateAverage {
  private counted = 0;
  private average = 0;

  /** @param seconds time constant; older events hardly count */
  constructor(private readonly seconds: number) {}

  count(some: number): void {
    this.counted += some;
  }

  /** Adds the events since the last tick, `elapsedSeconds` ago. @returns the average per second */
  tick(elapsedSeconds: number): number {
    if (elapsedSeconds <= 0) return this.average;
    const weight = 1 - Math.exp(-elapsedSeconds / this.seconds);
    this.average += (this.counted / elapsedSeconds - this.average) * weight;
    this.counted = 0;
    if (this.average < 0.001) this.average = 0;
    return this.average;
  }

  get perSecond(): number {
    return this.average;
  }
}
