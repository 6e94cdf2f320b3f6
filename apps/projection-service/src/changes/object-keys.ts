import { textArray } from '#postgres/binary-array.js';

/** Two parameters of statements on many objects: workspaces and ids. */
export const objectKeys = (objects: readonly { workspace: string; externalId: string }[]): [workspaces: Buffer, ids: Buffer] => [
  textArray(objects.map(({ workspace }) => workspace)),
  textArray(objects.map(({ externalId }) => externalId)),
];
