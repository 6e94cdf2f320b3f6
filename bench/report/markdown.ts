import type { Measurement, RowResult } from '../measure/measurement.js';
import { median } from '../measure/statistics.js';

export interface BenchReport {
  at: string;
  commit: string;
  machine: string;
  seconds: number;
  runs: number;
  objects: number;
  rows: readonly RowResult[];
}

const SMALLER_IS_BETTER = new Set(['ms', 'MiB', 'µs/element']);
const PROCESSES = ['gateway', 'object', 'projection', 'report', 'area', 'webhook', 'broker', 'database', 'generator', 'client'];

/** A number for a table: from 100 on without decimals. */
export const figure = (value: number | undefined): string =>
  value === undefined ? '' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
const medianOf = (runs: readonly Measurement[], pick: (run: Measurement) => number | undefined): number | undefined => {
  const known = runs.map(pick).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
};

function medianValue(row: RowResult): number {
  return median(row.runs.map(({ value }) => value));
}

function verdict(row: RowResult): string {
  const reaches = (goal: number): boolean => (SMALLER_IS_BETTER.has(row.unit) ? medianValue(row) <= goal : medianValue(row) >= goal);
  if (row.must === undefined) return '';
  if (row.aim !== undefined && reaches(row.aim)) return 'aim';
  return reaches(row.must) ? 'yes' : '**no**';
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
export const table = (head: readonly string[], body: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');

function goals(report: BenchReport): string {
  return table(
    ['row', 'what', 'median', 'runs', 'p50 / p99 ms', 'must', 'aim', 'reached'],
    report.rows.map((row) => {
      const [p50, p99] = [medianOf(row.runs, ({ p50Ms }) => p50Ms), medianOf(row.runs, ({ p99Ms }) => p99Ms)];
      return [
        row.id,
        row.what,
        `${figure(medianValue(row))} ${row.unit}`,
        row.runs.map(({ value }) => figure(value)).join(', '),
        p50 === undefined ? '' : `${figure(p50)} / ${figure(p99)}`,
        figure(row.must),
        figure(row.aim),
        verdict(row),
      ];
    }),
  );
}

function perProcess(report: BenchReport, pick: 'cpu' | 'memory'): string {
  const rows = report.rows.filter((row) => row.runs.some((run) => run[pick]));
  const used = PROCESSES.filter((name) => rows.some((row) => row.runs.some((run) => run[pick]?.[name] !== undefined)));
  return table(
    ['row', ...used, pick === 'memory' ? 'most behind, elements' : 'WAL, bytes'],
    rows.map((row) => [
      row.id,
      ...used.map((name) => figure(medianOf(row.runs, (run) => run[pick]?.[name]))),
      figure(medianOf(row.runs, ({ lag, walBytes }) => (pick === 'memory' ? lag : walBytes))),
    ]),
  );
}

function notes(report: BenchReport): string {
  return report.rows
    .flatMap((row) =>
      [...new Set(row.runs.flatMap((run) => run.notes ?? []))].slice(0, 3).map((note) => `- ${row.id}: ${note.replaceAll('\n', ' ')}`),
    )
    .join('\n');
}

export function markdownReport(report: BenchReport): string {
  return [
    `Measured ${report.at.slice(0, 10)} on ${report.machine}; commit ${report.commit}; load generator, ` +
      'broker, database and all services on this machine.',
    `${report.seconds} s a run, ${report.runs} runs a row (median, then each run), ` +
      `${report.objects.toLocaleString('en')} objects unless the row says otherwise; full durability and ` +
      'full authentication, outcomes and history on.',
    '',
    goals(report),
    '',
    'CPU, µs an element (or change, or record), by process; Postgres with all its processes, and what it writes to its write-ahead log:',
    '',
    perProcess(report, 'cpu'),
    '',
    'Largest resident memory, MiB (Postgres: its share, shared buffers counted once), and what lagged:',
    '',
    perProcess(report, 'memory'),
    '',
    notes(report),
  ]
    .join('\n')
    .trim();
}
