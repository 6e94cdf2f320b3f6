/** How many a second lately: an average whose weight fades with time. */
export class RateAverage {
  private counted = 0;
  private average = 0;

  /** What is older than so many seconds hardly counts. */
  constructor(private readonly seconds: number) {}

  count(some: number): void {
    this.counted += some;
  }

  /** Takes in what was counted since the last time, `elapsedSeconds` ago. @returns the average, a second */
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
