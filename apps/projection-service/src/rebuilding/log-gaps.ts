import type { Pool, PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { int8Array, textArray } from '#postgres/binary-array.js';
import { inTransaction } from '#postgres/transaction.js';
import { ANY_TIME } from '../changes/first-seen.js';
import type { MissingRevisions } from '../projecting/fold-unit.js';
import { writeStates } from '../projecting/unit-writer.js';
import { keepWritersOut } from '../storage/swap-lock.js';

/** Objects that one statement compares. */
const PAGE = 5_000;

/** Objects whose states one transaction writes. */
const FEW = 200;

interface SeenObject {
  workspace: string;
  external_id: string;
  /** Revision of the newest change that the former projection has processed. */
  seen: number;
}

interface LostEnd {
  external_id: string;
  /** Revision of the newest change that the new projection has processed. */
  after: number;
  seen: number;
  before: ObjectState;
  state: ObjectState;
}

const NOTE = `insert into log_gap (external_id, after_revision, before_revision)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[]) on conflict (external_id, after_revision) do nothing`;

/** SQL condition on a row of either projection: its change is missing in the log. */
export const isMissingInLog = (next: string, row: string): string =>
  `exists (select from ${next}.log_gap g where g.external_id = ${row}.external_id and ${row}.revision > g.after_revision
    and ${row}.revision < g.before_revision)`;

/**
 * The same, or the new projection derived the row from a later state: rows up to the first change after the missing ones, and up to that
 * state.
 */
export const isMadeWithoutLog = (next: string, row: string): string =>
  `exists (select from ${next}.log_gap g left join ${next}.base_state b on b.external_id = g.external_id
    where g.external_id = ${row}.external_id and ${row}.revision > g.after_revision
    and ${row}.revision <= greatest(g.before_revision, b.revision))`;

/**
 * The revisions that a rebuild has found missing in the log: before the first remaining event of an object, between two events, and after
 * the last one. Their only source is the former projection. Stored next to the new tables until the rebuild ends.
 */
export class LogGaps {
  /** @param pool of the new projection */
  constructor(
    private readonly pool: Pool,
    private readonly names: { schema: string; next: string },
  ) {}

  async prepare(): Promise<void> {
    await this.pool.query(
      'create table log_gap (external_id text collate "C" not null, after_revision bigint not null, ' +
        'before_revision bigint not null, primary key (external_id, after_revision))',
    );
  }

  async note(client: PoolClient, missing: readonly MissingRevisions[]): Promise<void> {
    if (missing.length === 0) return;
    const of = <T>(pick: (gap: MissingRevisions) => T): T[] => missing.map(pick);
    await client.query({
      name: 'note-gaps',
      text: NOTE,
      values: [textArray(of(({ externalId }) => externalId)), int8Array(of(({ after }) => after)), int8Array(of(({ before }) => before))],
    });
  }

  /**
   * Finds objects with changes in the former projection after their last one in the log, and takes their states from object.state.
   * @param caughtUp resolves when the new projection has read as far as the former one had at the time of the call
   * @returns objects whose state in object.state is missing or too old
   */
  async findLostEnds(caughtUp: () => Promise<void>): Promise<string[]> {
    const ahead: SeenObject[] = [];
    for (let [workspace, externalId] = ['', '']; ;) {
      const { rows } = await this.pool.query<SeenObject & { further: boolean }>(
        `with page as materialized (select workspace, external_id, seen from ${this.names.schema}.object_state
          where (workspace, external_id) > ($1, $2) order by workspace, external_id limit ${PAGE})
         select p.workspace, p.external_id, p.seen, coalesce(p.seen > o.seen, false) as further from page p left
         join ${this.names.next}.object_state o using (workspace, external_id) order by 1, 2`,
        [workspace, externalId],
      );
      ahead.push(...rows.filter(({ further }) => further));
      const last = rows.at(-1);
      if (last === undefined) break;
      ({ workspace, external_id: externalId } = last);
    }
    if (ahead.length === 0) return [];
    await caughtUp();
    const lost: string[] = [];
    for (let at = 0; at < ahead.length; at += FEW) lost.push(...(await this.noteEnds(ahead.slice(at, at + FEW))));
    return lost;
  }

  private async noteEnds(ahead: readonly SeenObject[]): Promise<string[]> {
    return inTransaction(this.pool, async (client) => {
      await keepWritersOut(client, this.names.next);
      const { rows } = await client.query<LostEnd>(
        `select o.external_id, o.seen as after, k.seen, o.state as before, coalesce(b.state, o.state) as state
         from unnest($1::text[], $2::text[], $3::bigint[]) as k (workspace, external_id, seen) join object_state o
         using (workspace, external_id)
         left join base_state b on b.external_id = o.external_id and b.revision > o.revision where o.seen < k.seen`,
        [
          textArray(ahead.map(({ workspace }) => workspace)),
          textArray(ahead.map(({ external_id }) => external_id)),
          int8Array(ahead.map(({ seen }) => seen)),
        ],
      );
      await this.note(
        client,
        rows.map(({ external_id: externalId, after, seen }) => ({ externalId, after, before: seen + 1 })),
      );
      const known = rows.filter(({ state, seen }) => state.revision >= seen);
      await writeStates(
        client,
        known.map(({ state, seen, before }) => ({ state, seen, json: JSON.stringify(state), isNew: false, before, firstSeen: ANY_TIME })),
      );
      return rows.filter(({ state, seen }) => state.revision < seen).map(({ external_id: externalId }) => externalId);
    });
  }

  async remove(): Promise<void> {
    await this.pool.query('drop table if exists log_gap');
  }
}
