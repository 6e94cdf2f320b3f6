import type { PoolClient } from 'pg';
import { textArray } from '#postgres/binary-array.js';
import type { IncomingChange } from '../../changes/incoming-change.js';

const KEYS = 'unnest($1::text[], $2::text[]) as k (workspace, external_id)';

/** $1 workspaces, $2 ids, in pairs. */
const INSERT_HELD = `insert into held_object (workspace, external_id) select workspace, external_id from ${KEYS}
  on conflict do nothing`;
const DELETE_HELD = `delete from held_object o using ${KEYS} where o.workspace = k.workspace and o.external_id = k.external_id`;

/** Stores which objects this unit put under a legal hold or released; the last change of an object counts. */
export async function writeHolds(client: PoolClient, fresh: readonly IncomingChange[]): Promise<void> {
  const held = new Map<string, { workspace: string; isHeld: boolean }>();
  for (const { kind, change } of fresh) {
    if (kind === 'held' || kind === 'released' || kind === 'erased')
      held.set(change.externalId, { workspace: change.workspace, isHeld: kind === 'held' });
  }
  if (held.size === 0) return;
  for (const [text, isHeld] of [
    [INSERT_HELD, true],
    [DELETE_HELD, false],
  ] as const) {
    const objects = [...held].filter(([, object]) => object.isHeld === isHeld).sort(([a], [b]) => (a < b ? -1 : 1));
    if (objects.length > 0)
      await client.query(text, [
        textArray(objects.map(([, { workspace }]) => workspace)),
        textArray(objects.map(([externalId]) => externalId)),
      ]);
  }
}
