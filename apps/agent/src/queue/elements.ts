import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredElement } from './queue.js';

/** The table of waiting and in-flight elements, in order of arrival. */
export class Elements {
  private readonly insert: StatementSync;
  private readonly range: StatementSync;
  private readonly remove: StatementSync;
  private readonly first: StatementSync;
  private readonly before: StatementSync;

  constructor(private readonly database: DatabaseSync) {
    this.insert = database.prepare('insert into element (source, received, body) values (?, ?, ?)');
    this.range = database.prepare('select sequence, source, received, body from element where sequence between ? and ? order by sequence');
    this.remove = database.prepare('delete from element where sequence between ? and ?');
    this.before = database.prepare('select 1 from element where sequence < ? limit 1');
    this.first = database.prepare('select received from element order by sequence limit 1');
  }

  /** @returns its sequence */
  add(source: string, received: number, body: string): number {
    return Number(this.insert.run(source, received, body).lastInsertRowid);
  }

  /**
   * In order from `first` to `last`, without `taken` ones, up to a number of elements and bytes of their bodies; at least one, if any
   * exists.
   */
  select(first: number, last: number, taken: ReadonlySet<number>, maxElements: number, maxBytes: number): StoredElement[] {
    const selected: StoredElement[] = [];
    let bytes = 0;
    for (const row of this.range.iterate(first, last)) {
      const element = row as unknown as StoredElement;
      if (taken.has(element.sequence)) continue;
      bytes += Buffer.byteLength(element.body) + 1;
      if (selected.length > 0 && bytes > maxBytes) break;
      selected.push(element);
      if (selected.length >= maxElements) break;
    }
    return selected;
  }

  /** @param sequences ascending */
  delete(sequences: readonly number[]): void {
    for (const [first, last] of runsOf(sequences)) this.remove.run(first, last);
  }

  /** Whether there is an element before this sequence. */
  hasBefore(sequence: number): boolean {
    return this.before.get(sequence) !== undefined;
  }

  /** Arrival of the oldest element, in milliseconds since the epoch. */
  oldest(): number | undefined {
    return (this.first.get() as { received: number } | undefined)?.received;
  }

  count(): number {
    return (this.database.prepare('select count(*) as count from element').get() as { count: number }).count;
  }

  /** The highest sequence ever assigned. */
  lastSequence(): number {
    const row = this.database.prepare("select seq from sqlite_sequence where name = 'element'").get() as { seq: number } | undefined;
    return row?.seq ?? 0;
  }
}

/** Ascending numbers as ranges, both ends included. */
export function runsOf(numbers: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
