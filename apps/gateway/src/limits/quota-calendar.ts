/** The calendar month (UTC) by the directory's clock, so that a quota begins on all gateways at the same time. */
export class QuotaCalendar {
  private aheadMs = 0;
  private current = '';
  private beginsAt = Infinity;
  private endsAt = -Infinity;

  /** @param answeredAt arrival of the directory's answer, by the clock of this gateway */
  adjust(directoryNow: number, answeredAt: number): void {
    this.aheadMs = directoryNow - answeredAt;
  }

  /** `2026-11`; `now` in milliseconds since the epoch, by the clock of this gateway. */
  month(now: number): string {
    const time = now + this.aheadMs;
    if (time >= this.endsAt || time < this.beginsAt) this.turnTo(time);
    return this.current;
  }

  secondsLeft(now: number): number {
    this.month(now);
    return Math.max(1, Math.ceil((this.endsAt - now - this.aheadMs) / 1000));
  }

  /** Length of the month. */
  seconds(now: number): number {
    this.month(now);
    return (this.endsAt - this.beginsAt) / 1000;
  }

  /** Start of the next month; RFC 3339. */
  resetsAt(now: number): string {
    this.month(now);
    return new Date(this.endsAt).toISOString();
  }

  private turnTo(time: number): void {
    const date = new Date(time);
    this.current = date.toISOString().slice(0, 7);
    this.beginsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    this.endsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  }
}
