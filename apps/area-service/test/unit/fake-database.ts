import type { Pool } from 'pg';
import { AreaShape } from '#geofence/area-shape.js';
import { newTrack, takeReport } from '#geofence/live-track.js';
import { packTrack } from '../../src/storage/packed-track.js';

interface Query {
  text: string;
  values?: unknown[];
}

/** The area service's tables in memory, as far as the judge needs them; an unknown statement returns no rows. */
export class FakeDatabase {
  readonly owners = new Map<number, string>();
  outbox: { upto: number; partition: number; body: Buffer; events: number }[] = [];
  /** Due objects of partition 0: an object that was inside an area once, long ago. */
  due: string[] = [];
  tracksWritten = 0;
  dueQueries = 0;
  /** Time of the last query for due objects. */
  dueUntil = 0;
  commits = 0;
  /** The statements sent that moved offsets. */
  moves: string[] = [];
  /** The next COMMIT succeeds without an answer. */
  breakNextCommit = false;
  /** Delays the answer to the query for due objects. */
  beforeDue: Promise<void> = Promise.resolve();
  private staged: (() => void)[] = [];
  private nextId = 2;
  /** Published position of the outbox of partition 0. */
  private publishedUpto = 0;

  get pool(): Pool {
    const query = (given: string | Query, values?: unknown[]): Promise<unknown> =>
      this.answer(typeof given === 'string' ? given : given.text, typeof given === 'string' ? values : given.values);
    const client = { query, on: () => undefined, off: () => undefined, release: () => undefined };
    return { query, connect: () => Promise.resolve(client) } as unknown as Pool;
  }

  private async answer(text: string, values: unknown[] = []): Promise<{ rows: unknown[]; rowCount: number; command?: string }> {
    const rowsOf = (rows: unknown[]): { rows: unknown[]; rowCount: number } => ({ rows, rowCount: rows.length });
    const partitions = (values[0] ?? []) as number[];
    const mine = (): { partition: number; areas_through: number }[] =>
      partitions.filter((partition) => this.owners.get(partition) === values[1]).map((partition) => ({ partition, areas_through: 0 }));
    if (text === 'begin' || text === 'rollback') this.staged = [];
    else if (text === 'commit') {
      for (const write of this.staged) write();
      this.staged = [];
      this.commits++;
      if (this.breakNextCommit) {
        this.breakNextCommit = false;
        throw new Error('Connection terminated unexpectedly');
      }
      return { ...rowsOf([]), command: 'COMMIT' };
    } else if (text.startsWith('insert into judge')) for (const partition of partitions) this.owners.set(partition, String(values[1]));
    else if (text.startsWith('select partition, next_offset'))
      return rowsOf((values[1] as number[]).map((partition) => ({ partition, next_offset: 1 })));
    else if (text.startsWith('select partition, areas_through') || text.startsWith('select 1 from judge')) return rowsOf(mine());
    else if (text.includes('from track where partition')) {
      this.dueQueries++;
      this.dueUntil = Date.parse(String(values[1]));
      await this.beforeDue;
      return rowsOf(
        this.due.map((id) => ({ workspace: 'w', external_id: id, partition: 0, state: packTrack(seenInside()), due_at: new Date(0) })),
      );
    } else if (text.startsWith('insert into track')) this.staged.push(() => ((this.tracksWritten += 1), (this.due = [])));
    else if (text.startsWith('update partition_offset o set events_upto')) this.publishedUpto = (values[2] as Buffer).at(-1)!;
    else if (text.startsWith('update partition_offset')) {
      const [, ids, from, to] = values;
      this.moves.push([ids, from, to].map((list) => (list as Buffer).at(-1)).join(' '));
      return { rows: [], rowCount: (ids as Buffer).readInt32BE(12) };
    } else if (text.startsWith('insert into outbox')) {
      // Partition 0 only, like the due objects.
      const row = { upto: this.nextId++, partition: 0, body: Buffer.from(textOf(values[1])), events: 1 };
      this.staged.push(() => this.outbox.push(row));
      return rowsOf([{ id: row.upto, partition: 0 }]);
    } else if (text.startsWith('select partition, events_upto'))
      return rowsOf([{ partition: 0, events_upto: this.publishedUpto, events_end: null }]);
    else if (text.startsWith('select partition, id as upto, events')) return rowsOf(this.outbox);
    else if (text.startsWith('select o.partition, o.id as upto')) {
      const last = (values[1] as Buffer).at(-1)!;
      return rowsOf(this.outbox.filter(({ upto }) => upto <= last && upto > this.publishedUpto));
    }
    return rowsOf([]);
  }
}

export const HALL = {
  areaId: '0192c2e2-3c5c-7000-8000-000000000001',
  outlineRevision: 1,
  outlineSince: 0,
  shape: new AreaShape({ type: 'Circle', center: [0, 0], radius: 1000 }),
  confirmSeconds: 10,
};

/** The only text in an array. */
function textOf(value: unknown): string {
  return (value as Buffer).subarray(24).toString();
}

function seenInside() {
  const track = newTrack();
  takeReport(track, { at: 1000, lat: 0, lon: 0, revision: 1 }, { near: () => [HALL], area: () => HALL }, 1000, {
    maxReports: 12,
    maxSeconds: 3600,
  });
  return track;
}
