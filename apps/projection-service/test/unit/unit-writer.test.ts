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

it('runs one query at a time on a client', async () => {
  const queries: string[] = [];
  let running = 0;
  const query = async ({ name }: { name: string }): Promise<unknown> => {
    expect(running, `${name} while another query runs`).toBe(0);
    running++;
    queries.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return { rowCount: 1, rows: name === 'upsert-states' ? [{ external_id: 'c', is_new: true }] : [] };
  };
  await writeStates({ query } as unknown as PoolClient, [
    written('a', {}),
    written('b', { place: '(0,1)' }),
    written('c', { isNew: true }),
  ]);
  expect(queries.slice(0, 3)).toEqual(['update-states', 'update-states-at', 'upsert-states']);
});
