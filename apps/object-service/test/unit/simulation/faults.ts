/** Possible faults of the next request to the broker. */
export type SendFault = 'ack-lost' | 'ack-late' | 'stored-late' | 'refused' | 'stored-in-part';

/** Possible faults of the next statement. */
export type QueryFault = 'cut-before' | 'cut-after' | 'cut-late' | 'cancelled' | 'slow';

/** Faults that affect the next request of any process. */
export class ArmedFaults {
  private sends: SendFault[] = [];
  private queries: QueryFault[] = [];
  /** Number of occurrences of each fault. */
  readonly tally = new Map<string, number>();

  armSend(fault: SendFault): void {
    this.sends.push(fault);
  }

  armQuery(fault: QueryFault): void {
    this.queries.push(fault);
  }

  forSend(): SendFault | undefined {
    return this.struck(this.sends.shift());
  }

  forQuery(): QueryFault | undefined {
    return this.struck(this.queries.shift());
  }

  struck<T extends string>(fault: T | undefined): T | undefined {
    if (fault !== undefined) this.tally.set(fault, (this.tally.get(fault) ?? 0) + 1);
    return fault;
  }

  disarm(): void {
    this.sends = [];
    this.queries = [];
  }
}
