import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Elements } from './elements.js';
import type { HeldObject } from './queue.js';

/** Elements that shaping holds back are also on disk, because they were acknowledged. */
export class Held {
  private readonly insert: StatementSync;
  private readonly remove: StatementSync;

  constructor(
    private readonly database: DatabaseSync,
    private readonly elements: Elements,
  ) {
    this.insert = database.prepare('insert into held (source, external_id, received, body) values (?, ?, ?, ?)');
    this.remove = database.prepare('delete from held where source = ? and external_id = ?');
  }

  replace(source: string, { externalId, elements }: HeldObject, received: number): void {
    this.remove.run(source, externalId);
    for (const element of elements) this.insert.run(source, externalId, received, JSON.stringify(element));
  }

  count(): number {
    return (this.database.prepare('select count(*) as count from held').get() as { count: number }).count;
  }

  /** Releases the elements held by an earlier run: the state of what was sent before them is lost. @returns their number by source */
  release(): Map<string, number> {
    const released = new Map<string, number>();
    for (const row of this.database.prepare('select source, received, body from held order by id').all()) {
      const { source, received, body } = row as { source: string; received: number; body: string };
      this.elements.add(source, received, body);
      released.set(source, (released.get(source) ?? 0) + 1);
    }
    this.database.exec('delete from held');
    return released;
  }
}
