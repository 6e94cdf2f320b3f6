import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Elements } from './elements.js';
import { runsOf } from './elements.js';
import type { Call, Lane, StoredElement } from './queue.js';

/** The table of calls with unknown outcomes, each with its key, from just before its first try. */
export class Calls {
  private readonly insert: StatementSync;
  private readonly remove: StatementSync;

  constructor(
    private readonly database: DatabaseSync,
    private readonly elements: Elements,
  ) {
    this.insert = database.prepare('insert into call (key, lane, first_tried, members) values (?, ?, ?, ?)');
    this.remove = database.prepare('delete from call where id = ?');
  }

  add(key: string, lane: Lane, firstTried: number, elements: readonly StoredElement[]): Call {
    const members = JSON.stringify(runsOf(elements.map(({ sequence }) => sequence)));
    const id = Number(this.insert.run(key, lane, firstTried, members).lastInsertRowid);
    return { id, key, lane, firstTried, elements };
  }

  delete(id: number): void {
    this.remove.run(id);
  }

  /** Oldest first. `broken`: ids of calls that lack an element; their keys cannot be used with a different body. */
  load(): { calls: Call[]; broken: number[] } {
    const calls: Call[] = [];
    const broken: number[] = [];
    for (const row of this.database.prepare('select id, key, lane, first_tried as firstTried, members from call order by id').all()) {
      const { id, key, lane, firstTried, members } = row as unknown as {
        id: number;
        key: string;
        lane: Lane;
        firstTried: number;
        members: string;
      };
      const elements = this.membersOf(members);
      if (elements === undefined) broken.push(id);
      else calls.push({ id, key, lane, firstTried, elements });
    }
    return { calls, broken };
  }

  private membersOf(members: string): StoredElement[] | undefined {
    const elements: StoredElement[] = [];
    for (const [first, last] of JSON.parse(members) as [number, number][]) {
      const found = this.elements.select(first, last, new Set(), Infinity, Infinity);
      if (found.length !== last - first + 1) return undefined;
      elements.push(...found);
    }
    return elements.length === 0 ? undefined : elements;
  }
}
