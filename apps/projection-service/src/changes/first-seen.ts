/** The earliest valid time of observation: stands for "unknown". */
export const ANY_TIME = '0001-01-01T00:00:00.000Z';

/** Per object, the time before which none of its changes was observed, as far as the changes of a unit lower it. */
export class FirstSeen {
  private readonly times = new Map<string, string>();

  of(externalId: string): string | undefined {
    return this.times.get(externalId);
  }

  /** A change was observed then. */
  lower(externalId: string, observedAt: string): void {
    const known = this.times.get(externalId);
    if (known === undefined || observedAt < known) this.times.set(externalId, observedAt);
  }

  /** The object has changes that the projection has not read in order, so it may have been seen at any time. */
  forget(externalId: string): void {
    this.times.set(externalId, ANY_TIME);
  }
}
