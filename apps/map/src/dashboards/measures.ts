export type ReportName = 'tracking' | 'values' | 'usage' | 'areas';

/** A row of any report: its start, its breakdown, and its measures. */
export type ReportRow = Readonly<Record<string, string | number | null | undefined>>;

export type Unit = 'count' | 'metres' | 'seconds' | 'share' | 'plain';

interface Measure {
  name: string;
  unit: Unit;
}

const counts = (...names: string[]): Measure[] => names.map((name) => ({ name, unit: 'count' }));

/** The measures of each report. `objects` exists only per bucket, since different objects in several buckets cannot be added. */
export const MEASURES: Readonly<Record<ReportName, readonly Measure[]>> = {
  tracking: [
    ...counts('updates', 'created', 'stale', 'objects'),
    { name: 'distanceMetres', unit: 'metres' },
    { name: 'movingSeconds', unit: 'seconds' },
    { name: 'stillSeconds', unit: 'seconds' },
    { name: 'utilisation', unit: 'share' },
    ...counts('stops'),
  ],
  values: [
    { name: 'mean', unit: 'plain' },
    { name: 'least', unit: 'plain' },
    { name: 'most', unit: 'plain' },
    { name: 'count', unit: 'count' },
  ],
  usage: counts('calls', 'elements', 'failed', 'refused'),
  areas: [...counts('entered'), { name: 'insideSeconds', unit: 'seconds' }],
};

export const unitOf = (report: ReportName, measure: string): Unit => MEASURES[report].find(({ name }) => name === measure)?.unit ?? 'plain';

const numberIn = (row: ReportRow, name: string): number | undefined => (typeof row[name] === 'number' ? row[name] : undefined);
const sum = (rows: readonly ReportRow[], name: string): number => rows.reduce((total, row) => total + (numberIn(row, name) ?? 0), 0);

/** A measure over several rows; null: nothing was observed. Means are weighted, and shares are calculated from sums. */
export function combined(rows: readonly ReportRow[], measure: string): number | null {
  if (measure === 'utilisation') {
    const [moving, still] = [sum(rows, 'movingSeconds'), sum(rows, 'stillSeconds')];
    return moving + still === 0 ? null : moving / (moving + still);
  }
  if (measure === 'mean') {
    const count = sum(rows, 'count');
    return count === 0
      ? null
      : rows.reduce((total, row) => total + (numberIn(row, 'mean') ?? 0) * (numberIn(row, 'count') ?? 0), 0) / count;
  }
  const values = rows.flatMap((row) => numberIn(row, measure) ?? []);
  if (measure === 'least' || measure === 'most')
    return values.length === 0 ? null : measure === 'least' ? Math.min(...values) : Math.max(...values);
  return values.reduce((total, value) => total + value, 0);
}

/** The relative change; undefined if there is nothing to compare with. */
export const changeOf = (now: number | null, before: number | null): number | undefined =>
  now === null || before === null || before === 0 ? undefined : (now - before) / Math.abs(before);
