import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Narrowing } from '#identity/caller.js';
import { idInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { narrowedFields, narrowedLine } from '../../reading/narrowed-change.js';
import { stateInside } from '../../reading/narrowed-state.js';
import { READ_POOL } from '../../storage/pools.js';
import { changesWithin, type WantedChanges } from '../query/history-window.js';
import { KeptHistory, sinceOf } from '../query/kept-history.js';
import { type StoredChange, wholeLine } from '../rows/stored-line.js';

interface ExportedRow extends StoredChange {
  kept: boolean;
  /** Where the statement stopped opening packed rows; the rest begins there. */
  nearest: Date | null;
}

/** Packed rows without a change of the page. */
interface NoRow {
  revision: null;
  nearest: Date;
}

const PAGE_ROWS = 200;
/** A page ends with the line that exceeds this size. A line may be as long as a state, usually up to 100 KB. */
const PAGE_BYTES = 2 * 1024 * 1024;

/** Packed rows of each table that a statement opens. */
const PAGE_PACKS = 2;

const IS_HELD = '($7::boolean or exists (select from held_object where workspace = $1 and external_id = $2))';

/**
 * The history up to a revision ($3), which is complete once the state has that revision, after a time ($4) and a revision ($5). Includes
 * rows that are only kept because of a legal hold ($6 the time of receipt from which rows are kept without a hold; $7 whether the
 * workspace is held).
 */
function changesOf(table: 'history' | 'history_kept'): WantedChanges {
  const isKept = (row: string): string =>
    `${row}.revision > coalesce((select e.revision from erased_object e where e.workspace = $1 and e.external_id = $2), 0)` +
    (table === 'history' ? ` and (${row}.received_at >= $6::timestamptz or ${IS_HELD})` : '');
  return {
    table,
    ofObject: (row) => `${row}.external_id = $2 and ${row}.workspace = $1`,
    isKept,
    isWanted: (row) => `${row}.revision <= $3 and (${row}.observed_at, ${row}.revision) > ($4::timestamptz, $5::bigint)`,
    from: '$4::timestamptz',
    to: `'infinity'::timestamptz`,
    order: 'asc',
    limit: String(PAGE_ROWS),
  };
}
const rowsOf = (table: 'history' | 'history_kept'): string =>
  `select r.*, ${table === 'history_kept'} as kept from (${changesWithin(changesOf(table), PAGE_PACKS)}) r`;
/** Both tables end at the nearer bound. */
const PAGE = `select $2::text as external_id, p.* from (
    select *, sum(octet_length(change)) over (order by observed_at, revision,
      kept rows unbounded preceding) - octet_length(change) as before from (
      select each.*, min(bound) over () as nearest from (${rowsOf('history')} union all ${rowsOf('history_kept')}) each
    ) b where observed_at is null or nearest is null or observed_at < nearest
  ) p where coalesce(before, 0) < ${PAGE_BYTES} order by observed_at, revision, kept limit ${PAGE_ROWS}`;

/** All stored data of one object as lines of JSON, read page by page. The reason for a hold is left out: it needs another permission. */
@Injectable()
export class ObjectExport {
  /** @param directory knows the held workspaces */
  constructor(
    @Inject(READ_POOL) private readonly pool: Pool,
    private readonly kept: KeptHistory,
    @Inject(DirectoryCopy) private readonly directory: Pick<DirectoryCopy, 'holdOf'>,
  ) {}

  /** Starts the export; undefined if the object does not exist or the token may not see it. */
  async begin(workspace: string, externalId: string, narrowing?: Narrowing): Promise<AsyncGenerator<string> | undefined> {
    if (narrowing && !idInside(narrowing, externalId)) return undefined;
    const state = await this.stateOf(workspace, externalId);
    return state === undefined || (narrowing && !stateInside(narrowing, state)) ? undefined : this.lines(state, narrowing);
  }

  /** @throws Error if the object is erased in the meantime; the lines then end without the last one */
  private async *lines(state: ObjectState, narrowing: Narrowing | undefined): AsyncGenerator<string> {
    const { workspace, externalId, revision } = state;
    const pictureAddress =
      state.picture &&
      `/groups/${encodeURIComponent(workspace)}/externalObjects/${encodeURIComponent(externalId)}/picture?v=${state.picture}`;
    yield `${JSON.stringify({ kind: 'object', pictureAddress, object: { ...state, hold: undefined, fields: narrowedFields(state.fields, narrowing) } })}\n`;
    const since = sinceOf(this.kept.shownSince(workspace), state.type ?? null);
    const isHeld = this.directory.holdOf(workspace) !== undefined;
    let changes = 0;
    for (let after: [string, number] = ['-infinity', 0]; ;) {
      const { rows } = await this.pool.query<ExportedRow | NoRow>({
        name: 'export-page',
        text: PAGE,
        values: [workspace, externalId, revision, ...after, since, isHeld],
      });
      let text = '';
      let last: ExportedRow | undefined;
      for (const row of rows) {
        if (row.revision === null) continue;
        // A row that is being copied from its piece is in both tables.
        if (last && last.revision === row.revision) continue;
        text += `{"kind":"change",${row.kept ? '"kept":true,' : ''}"change":${narrowedLine(wholeLine(row), narrowing)}}\n`;
        changes += 1;
        last = row;
      }
      if (text !== '') yield text;
      const bound = rows[0]?.nearest;
      if (last !== undefined) after = [last.observed_at.toISOString(), last.revision];
      else if (bound) after = [bound.toISOString(), 0];
      else break;
    }
    if ((await this.stateOf(workspace, externalId)) === undefined) throw new Error('The object was erased during its export.');
    yield `${JSON.stringify({ kind: 'end', changes })}\n`;
  }

  private async stateOf(workspace: string, externalId: string): Promise<ObjectState | undefined> {
    const { rows } = await this.pool.query<{ state: ObjectState }>({
      name: 'object',
      text: 'select state from object_state where workspace = $1 and external_id = $2',
      values: [workspace, externalId],
    });
    return rows[0]?.state;
  }
}
