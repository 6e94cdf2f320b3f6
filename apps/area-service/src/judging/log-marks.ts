/**
 * For each partition, the time until which all reports are judged. Events that are due by time alone are published only up to that time,
 * since a waiting report may contradict them. The end of the log is queried now and then; the time of the query counts once everything
 * before that end is judged.
 */
export class LogMarks {
  private readonly judged: Map<number, number>;
  private readonly marks = new Map<number, { end: number; at: number }>();

  /**
   * @param offsets the stored offset at which each partition continues
   * @param shifts difference between these offsets and the log
   */
  constructor(
    offsets: ReadonlyMap<number, number>,
    private readonly shifts: ReadonlyMap<number, number>,
    private readonly logEnds: () => Promise<ReadonlyMap<number, { high: number }>>,
  ) {
    this.judged = new Map(offsets);
  }

  note(partition: number, nextOffset: number): void {
    this.judged.set(partition, nextOffset);
  }

  /**
   * The partitions whose reports are all judged up to a time, in milliseconds since the epoch; the others lag. Undefined: all lag.
   * @throws Error when the broker does not answer
   */
  async passed(partitions: readonly number[]): Promise<{ partitions: number[]; until: number } | undefined> {
    await this.mark(partitions.filter((partition) => !this.marks.has(partition)));
    const passed = partitions.filter((partition) => (this.judged.get(partition) ?? 0) >= this.marks.get(partition)!.end);
    if (passed.length === 0) return undefined;
    const until = Math.min(...passed.map((partition) => this.marks.get(partition)!.at));
    for (const partition of passed) this.marks.delete(partition);
    return { partitions: passed, until };
  }

  private async mark(partitions: readonly number[]): Promise<void> {
    if (partitions.length === 0) return;
    const at = Date.now();
    const ends = await this.logEnds();
    for (const partition of partitions)
      this.marks.set(partition, { end: (ends.get(partition)?.high ?? 0) + (this.shifts.get(partition) ?? 0), at });
  }
}
