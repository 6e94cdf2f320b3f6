import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Permanent counters, by source and reason: `received` messages, `queued` elements, `merged` by shaping, `quarantined` by reason, `sent`,
 * `refused` by code, `dropped` because the folder was full, `unknown` outcome (accepted by the gateway, which no longer knows the result),
 * and `salvaged` or `damaged` rows of an unreadable queue file.
 */
export type CounterName =
  | 'received'
  | 'queued'
  | 'merged'
  | 'quarantined'
  | 'sent'
  | 'refused'
  | 'dropped'
  | 'unknown'
  | 'salvaged'
  | 'damaged';

export interface CounterRow {
  readonly name: CounterName;
  readonly source: string;
  /** Empty when there is none. */
  readonly reason: string;
  readonly value: number;
}

const keyOf = (name: string, source: string, reason: string): string => `${name}\0${source}\0${reason}`;

/** Counters and positions, written once per transaction and visible outside only after its commit. */
export class Tallies {
  private readonly counts = new Map<string, number>();
  private readonly places = new Map<string, string>();
  private readonly newCounts = new Map<string, number>();
  private readonly newPlaces = new Map<string, string>();
  private readonly upsertCount: StatementSync;
  private readonly upsertPlace: StatementSync;

  constructor(database: DatabaseSync) {
    for (const { name, source, reason, value } of database.prepare('select name, source, reason, value from counter').all())
      this.counts.set(keyOf(String(name), String(source), String(reason)), Number(value));
    for (const { source, place } of database.prepare('select source, place from place').all())
      this.places.set(String(source), String(place));
    this.upsertCount = database.prepare(
      'insert into counter (name, source, reason, value) values (?, ?, ?, ?) on conflict (name, source, ' +
        'reason) do update set value = excluded.value',
    );
    this.upsertPlace = database.prepare(
      'insert into place (source, place) values (?, ?) on conflict (source) do update set place = excluded.place',
    );
  }

  /** Within a transaction. */
  count(name: CounterName, source: string, by: number, reason = ''): void {
    if (by === 0) return;
    const key = keyOf(name, source, reason);
    this.newCounts.set(key, (this.newCounts.get(key) ?? 0) + by);
  }

  /** Within a transaction. */
  setPlace(source: string, place: unknown): void {
    this.newPlaces.set(source, JSON.stringify(place));
  }

  place(source: string): unknown {
    const text = this.places.get(source);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  rows(): CounterRow[] {
    return [...this.counts].map(([key, value]) => {
      const [name, source, reason] = key.split('\0') as [CounterName, string, string];
      return { name, source, reason, value };
    });
  }

  /** Must be last in a transaction. */
  write(): void {
    for (const [key, by] of this.newCounts)
      this.upsertCount.run(...(key.split('\0') as [string, string, string]), (this.counts.get(key) ?? 0) + by);
    for (const [source, place] of this.newPlaces) this.upsertPlace.run(source, place);
  }

  committed(): void {
    for (const [key, by] of this.newCounts) this.counts.set(key, (this.counts.get(key) ?? 0) + by);
    for (const [source, place] of this.newPlaces) this.places.set(source, place);
    this.forget();
  }

  /** The transaction failed. */
  forget(): void {
    this.newCounts.clear();
    this.newPlaces.clear();
  }
}
