import type { PoolClient } from 'pg';
import { textArray } from '#postgres/binary-array.js';
import { DELETE_HELD, INSERT_HELD } from '../tables/statements.js';
import type { IncomingChange } from './incoming-change.js';

/** Records which objects came under a legal hold in this unit and which were released; the last change of an object counts. */
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
