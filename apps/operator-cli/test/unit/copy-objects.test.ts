import { expect, it } from 'vitest';
import type { ObjectAdoption } from '#object-rules/command.js';
import type { ObjectState } from '#object-rules/object.js';
import { ObjectCopy } from '../../src/moving/copy-objects.js';
import type { MoveSide } from '../../src/moving/move-side.js';

const time = (second: number): string => `2026-11-27T10:00:0${second}.000Z`;
const position = { lat: 50, lon: 7 };

function state(revision: number): ObjectState {
  const at = time(revision);
  return {
    ...{ externalId: 'crane', workspace: 'w', revision, position: { ...position, observedAt: at }, fields: {}, archived: false },
    ...{ createdAt: time(1), updatedAt: at },
  };
}

const line = (revision: number, type: string) => ({
  kind: 'change',
  change: {
    externalId: 'crane',
    revision,
    type: `waymark.object.${type}.v1`,
    observedAt: time(revision),
    receivedAt: time(revision),
    position,
  },
});

/** Copies the object, whose state was read before its export. @returns the changes that the other side got */
async function copied(read: ObjectState, shown: number, lines: object[]): Promise<ObjectAdoption[]> {
  const sent: ObjectAdoption[] = [];
  const none = { objects: new Map(), picturesMissing: new Set() };
  const here = {
    kept: () => Promise.resolve({ ...none, objects: new Map([['crane', read]]) }),
    api: {
      async *lines() {
        for (const each of [{ kind: 'object', object: { revision: shown } }, ...lines, { kind: 'end' }])
          yield await Promise.resolve(JSON.stringify(each));
      },
    },
  };
  const there = {
    kept: () => Promise.resolve(none),
    at: () => '',
    ask: (_method: string, _path: string, { body }: { body: ObjectAdoption[] }) => {
      sent.push(...body);
      return Promise.resolve({ status: 200, body: { results: [] } });
    },
  };
  const sides = { here, there } as unknown as { here: MoveSide; there: MoveSide };
  await new ObjectCopy({ workspace: 'w', ...sides, token: () => Promise.resolve('t'), move: 'm' }).copy(['crane']);
  return sent;
}

it('copies the history up to the state that was read', async () => {
  const sent = await copied(state(2), 3, [line(1, 'created'), line(2, 'updated'), line(3, 'updated')]);
  expect(sent.map(({ kind, change }) => [kind, change.revision])).toEqual([
    ['created', 1],
    ['updated', 2],
  ]);
});

it('copies the state if its history is no longer stored', async () => {
  const sent = await copied(state(2), 2, []);
  expect(sent.map(({ change }) => change.revision)).toEqual([1, 2]);
});

it('copies nothing of an object that was erased and created again since its state was read', async () => {
  expect(await copied(state(2), 4, [line(4, 'created')])).toEqual([]);
});
