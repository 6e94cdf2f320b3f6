import { printable } from './printable.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';

/** A column: its heading, and the cell for an entry. */
export type Column<T> = readonly [head: string, cell: (entry: T) => unknown];

/** Results on stdout: tables for people, or exactly the service's answer as JSON. */
export class Output {
  constructor(
    private readonly terminal: Pick<Terminal, 'out' | 'err'>,
    readonly json: boolean,
  ) {}

  /** @param nothing note for an empty list */
  list<T>(entries: readonly T[], columns: readonly Column<T>[], nothing: string): void {
    if (this.json) return this.value(entries);
    if (entries.length === 0) return this.note(nothing);
    this.text(table([columns.map(([head]) => head), ...entries.map((entry) => columns.map(([, cell]) => textOf(cell(entry))))]));
  }

  /** One entry, with a line for each property. */
  one(value: object): void {
    if (this.json) return this.value(value);
    const rows = Object.entries(value).filter(([, property]) => property !== undefined);
    const width = Math.max(...rows.map(([name]) => name.length));
    this.text(rows.map(([name, property]) => `${name.padEnd(width)}   ${textOf(property)}`).join('\n'));
  }

  /** JSON in any case. */
  value(value: unknown): void {
    this.terminal.out(`${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** A line of NDJSON. */
  line(value: unknown): void {
    this.terminal.out(`${JSON.stringify(value)}\n`);
  }

  /** Unchanged, for a complete document that ends with a line break. */
  raw(text: string): void {
    this.terminal.out(text);
  }

  text(text: string): void {
    this.terminal.out(`${text}\n`);
  }

  /** On stderr, so that results can be piped. */
  note(text: string): void {
    this.terminal.err(`${text}\n`);
  }

  /** For a command without a result: a note for people, nothing with JSON. */
  done(text: string): void {
    if (!this.json) this.note(text);
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.length === 0 ? '–' : printable(value.join(', '));
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
