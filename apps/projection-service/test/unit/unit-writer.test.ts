import type { PoolClient } from 'pg';
import { expect, it } from 'vitest';
import type { ObjectState } from '#object-rules/object.js';
import type { WrittenState } from '../../src/changes/held-state.js';
import { writeStates } from '../../src/projecting/unit-writer.js';

const at = '2026-11-24T00:00:00.000Z';
const stateOf = (externalId: string): ObjectState =>
  ({
    externalId,
    workspace: 'w',
    revision: 2,
    archived: false,
    position: { lat: 1, lon: 2 },
    fields: {},
    createdAt: at,
    updatedAt: at,
    observedAt: at,
  }) as unknown as ObjectState;
const written = (externalId: string, more: Partial<WrittenState>): WrittenState => ({
  state: stateOf(externalId),
  seen: 2,
  json: '{}',
  isNew: false,
  ...more,
});

/** A client whose answers arrive when all statements of the caller's turn have been sent; `sent` has the number of the turn of each. */
function slowClient(): { client: PoolClient; sent: [name: string, turn: number][] } {
  const sent: [string, number][] = [];
  let turn = 0;
  const query = async ({ name }: { name: string }): Promise<unknown> => {
    sent.push([name, turn]);
    await new Promise((resolve) => setImmediate(resolve));
    turn += 1;
    return { rowCount: 1, rows: name === 'upsert-states' ? [{ external_id: 'c', is_new: true }] : [] };
  };
  return { client: { query } as unknown as PoolClient, sent };
}

const moved = (externalId: string): Partial<WrittenState> => ({ before: { ...stateOf(externalId), archived: true } });

it('sends all statements for known objects without waiting for an answer', async () => {
  const { client, sent } = slowClient();
  await writeStates(client, [written('a', moved('a')), written('b', { place: '(0,1)', ...moved('b') })]);
  expect(sent).toEqual([
    ['update-states', 0],
    ['update-states-at', 0],
    ['append-cell-changes', 0],
  ]);
});

it('counts new objects only when it knows that their rows are new', async () => {
  const { client, sent } = slowClient();
  await writeStates(client, [written('a', {}), written('c', { isNew: true })]);
  expect(sent.map(([name]) => name)).toEqual(['update-states', 'upsert-states', 'append-cell-changes', 'append-search-due']);
  expect(sent.map(([, turn]) => turn > 0)).toEqual([false, false, true, true]);
});
