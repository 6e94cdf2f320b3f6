/** The newest latencies, in milliseconds, and their percentiles; memory stays bounded. */
export class Latencies {
  readonly #values: Float64Array;
  #count = 0;

  constructor(capacity = 2_000) {
    this.#values = new Float64Array(capacity);
  }

  add(milliseconds: number): void {
    this.#values[this.#count++ % this.#values.length] = milliseconds;
  }

  /** A percentile by nearest rank; undefined without values. @param share 0…1 */
  percentile(share: number): number | undefined {
    const known = this.#values.slice(0, Math.min(this.#count, this.#values.length)).sort();
    return known.length === 0 ? undefined : known[Math.max(0, Math.ceil(share * known.length) - 1)];
  }
}
