export interface DaySum {
  /** Such as `2026-11-22`. */
  day: string;
  succeeded: number;
  refused: number;
  failed: number;
  elements: number;
}

/** Rows of a usage report as one sum for each day of a month, including days without calls. @param month such as 2026-11 */
export function daysOf(
  month: string,
  rows: readonly { from: string; succeeded?: number; refused?: number; failed?: number; elements?: number }[],
): DaySum[] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const days = new Map<string, DaySum>();
  for (let at = 1, last = new Date(Date.UTC(year, number, 0)).getUTCDate(); at <= last; at++) {
    const day = `${month}-${String(at).padStart(2, '0')}`;
    days.set(day, { day, succeeded: 0, refused: 0, failed: 0, elements: 0 });
  }
  for (const { from, succeeded = 0, refused = 0, failed = 0, elements = 0 } of rows) {
    const sum = days.get(from.slice(0, 10));
    if (sum === undefined) continue;
    sum.succeeded += succeeded;
    sum.refused += refused;
    sum.failed += failed;
    sum.elements += elements;
  }
  return [...days.values()];
}

/** The given month and those before it, newest first, such as 2026-11. */
export function monthsUntil(month: string, count: number): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, back) => new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7));
}

/** The used share of a limit, 0 to 1, also if the limit is exceeded or 0. */
export const shareOf = (used: number, limit: number): number => (limit <= 0 ? 1 : Math.min(1, Math.max(0, used / limit)));
