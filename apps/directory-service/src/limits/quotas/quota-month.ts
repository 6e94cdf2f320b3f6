const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The calendar month in UTC, such as `2026-11`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && MONTH.test(text);
}

/** The month `months` months earlier. */
export function monthsBefore(month: string, months: number): string {
  return monthOf(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 - months, 1)));
}

/** The end of the month, when a new quota begins. */
export function endOf(month: string): Date {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
}
