import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { idInside } from '#identity/narrowing.js';
import type { Hold, ObjectState } from '#object-rules/object.js';
import { stateInside } from '../reading/narrowed-state.js';
import { READ_POOL } from '../storage/pools.js';

/** The legal hold of one object. */
export interface ShownHold extends Hold {
  externalId: string;
}

/** Objects under their own legal hold; the holds of workspaces are in the directory. */
@Injectable()
export class ObjectHolds {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  /** The object's hold. `there`: whether the object exists and the token may see it. */
  async find(workspace: string, externalId: string, narrowing?: Narrowing): Promise<{ there: boolean; hold?: ShownHold }> {
    if (narrowing && !idInside(narrowing, externalId)) return { there: false };
    const { rows } = await this.pool.query<{ state: ObjectState }>({
      name: 'object',
      text: 'select state from object_state where workspace = $1 and external_id = $2',
      values: [workspace, externalId],
    });
    const state = rows[0]?.state;
    if (state === undefined || (narrowing && !stateInside(narrowing, state))) return { there: false };
    return { there: true, hold: state.hold && { externalId, ...state.hold } };
  }

  /** The holds of those of these objects that are under a hold, ordered by id. */
  async among(workspace: string, externalIds: readonly string[]): Promise<ShownHold[]> {
    const { rows } = await this.pool.query<HeldRow>(`${SELECT} where h.workspace = $1 and h.external_id = any($2) order by h.external_id`, [
      workspace,
      externalIds,
    ]);
    return rows.map(shown);
  }

  /** A page of holds, ordered by id. @param after id of the last one on the previous page */
  async page(workspace: string, after: string | undefined, limit: number): Promise<{ holds: ShownHold[]; more: boolean }> {
    const { rows } = await this.pool.query<HeldRow>(
      `${SELECT} where h.workspace = $1 and h.external_id > $2 order by h.external_id limit $3`,
      [workspace, after ?? '', limit + 1],
    );
    return { holds: rows.slice(0, limit).map(shown), more: rows.length > limit };
  }
}

interface HeldRow {
  external_id: string;
  hold: Hold;
}

const SELECT = `select h.external_id, o.state->'hold' as hold from held_object h
  join object_state o on o.workspace = h.workspace and o.external_id = h.external_id`;

const shown = ({ external_id, hold }: HeldRow): ShownHold => ({ externalId: external_id, ...hold });
