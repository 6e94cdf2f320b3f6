import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KeptMessage, Quarantined, RefusedElement, Rejection, StoredElement } from './queue.js';

const MAX_DOCUMENT_CHARACTERS = 16 * 1024;
const MAX_DETAIL_CHARACTERS = 1024;
/** Limit per table; the oldest are removed. Their counters are permanent. */
const MAX_ROWS = 20_000;
const PRUNED_AT_A_TIME = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Elements that the gateway refused and messages that mapping quarantined, with the reasons, for people to inspect. */
export class KeptApart {
  private readonly insertRefused: StatementSync;
  private readonly insertMessage: StatementSync;

  constructor(private readonly database: DatabaseSync) {
    this.insertRefused = database.prepare('insert into refused (source, at, code, detail, pointer, body) values (?, ?, ?, ?, ?, ?)');
    this.insertMessage = database.prepare('insert into kept (source, at, reason, detail, document, reading) values (?, ?, ?, ?, ?, ?)');
  }

  refuse(element: StoredElement, { code, detail, pointer }: Omit<Rejection, 'index'>, at: number): void {
    this.insertRefused.run(element.source, at, code, detail.slice(0, MAX_DETAIL_CHARACTERS), pointer ?? null, element.body);
  }

  keep(source: string, { reason, detail, document, reading }: Quarantined, at: number): void {
    const text = JSON.stringify(document) ?? 'null';
    const read = reading === undefined ? null : JSON.stringify(reading);
    this.insertMessage.run(
      source,
      at,
      reason,
      detail.slice(0, MAX_DETAIL_CHARACTERS),
      text.length > MAX_DOCUMENT_CHARACTERS ? `${text.slice(0, MAX_DOCUMENT_CHARACTERS)}…`.toWellFormed() : text,
      read !== null && read.length > MAX_DOCUMENT_CHARACTERS ? null : read,
    );
  }

  /** Newest first. @param before only those with smaller ids */
  refused(limit: number, before = Number.MAX_SAFE_INTEGER): RefusedElement[] {
    return this.database
      .prepare('select id, source, at, code, detail, pointer, body from refused where id < ? order by id desc limit ?')
      .all(before, limit) as unknown as RefusedElement[];
  }

  /** Returns and removes the elements with these ids. */
  takeRefused(ids: readonly number[]): RefusedElement[] {
    const one = this.database.prepare('delete from refused where id = ? returning id, source, at, code, detail, pointer, body');
    return ids.flatMap((id) => one.all(id) as unknown as RefusedElement[]);
  }

  /** Newest first. @param before only those with smaller ids */
  messages(limit: number, before = Number.MAX_SAFE_INTEGER): KeptMessage[] {
    return this.database
      .prepare('select id, source, at, reason, detail, document, reading from kept where id < ? order by id desc limit ?')
      .all(before, limit) as unknown as KeptMessage[];
  }

  /** Removes messages. */
  forget(ids: readonly number[]): void {
    const one = this.database.prepare('delete from kept where id = ?');
    for (const id of ids) one.run(id);
  }

  /** Removes some of the entries that are too old or too many. @returns false if there is nothing left to remove */
  prune(days: number, now: number): boolean {
    const before = now - days * DAY_MS;
    let removed = 0;
    for (const table of ['refused', 'kept']) {
      const old = this.database
        .prepare(
          `delete from ${table} where id in (select id from ${table} where at < ?
            or id <= (select max(id) from ${table}) - ${MAX_ROWS} order by id limit ${PRUNED_AT_A_TIME})`,
        )
        .run(before);
      removed = Math.max(removed, Number(old.changes));
    }
    return removed >= PRUNED_AT_A_TIME;
  }
}
