import { createHash } from 'node:crypto';
import { isErased, type KeptObject } from '#object-rules/object.js';
import { canonical } from './canonical.js';
import { byCodePoints, type MoveSide } from './move-side.js';

/** The result of a move. Objects here no longer change, while those there may already have changed since. */
export interface Comparison {
  /** Objects here, without erased ones. */
  here: number;
  there: number;
  /** Number of objects with the same revision on both sides. */
  unchanged: number;
  /** Number of objects that have changed there since. */
  goneOn: number;
  /** Number of objects created there since. */
  created: number;
  /** The first hundred ids of objects that are missing there, differ in the same revision, or lack their picture only there. */
  wrong: string[];
  /** SHA-256 over ids and states of the unchanged objects on each side. */
  checksumHere: string;
  checksumThere: string;
}

const MAX_NAMED = 100;

export async function compareSides(here: MoveSide, there: MoveSide): Promise<Comparison> {
  const [hashHere, hashThere] = [createHash('sha256'), createHash('sha256')];
  const result = { here: 0, there: 0, unchanged: 0, goneOn: 0, created: 0, wrong: [] as string[] };
  const wrong = (id: string): void => void (result.wrong.length < MAX_NAMED && result.wrong.push(id));
  const lacks = { here: new Set<string>(), there: new Set<string>() };
  const [left, right] = [oneByOne(here, lacks.here), oneByOne(there, lacks.there)];
  let [ours, theirs] = [await next(left), await next(right)];
  while (ours !== undefined || theirs !== undefined) {
    const order = ours === undefined ? 1 : theirs === undefined ? -1 : byCodePoints(ours.externalId, theirs.externalId);
    if (order <= 0 && !isErased(ours!)) result.here += 1;
    if (order >= 0 && !isErased(theirs!)) result.there += 1;
    if (order < 0) wrong(ours!.externalId);
    else if (order > 0) result.created += 1;
    else if (theirs!.revision > ours!.revision) result.goneOn += 1;
    else {
      result.unchanged += 1;
      const [a, b] = [canonical(ours), canonical(theirs)];
      hashHere.update(`${a}\n`);
      hashThere.update(`${b}\n`);
      if (a !== b || (lacks.there.has(ours!.externalId) && !lacks.here.has(ours!.externalId))) wrong(ours!.externalId);
    }
    if (order <= 0) ours = await next(left);
    if (order >= 0) theirs = await next(right);
  }
  return { ...result, checksumHere: hashHere.digest('hex'), checksumThere: hashThere.digest('hex') };
}

/** @param picturesMissing ids in the current page */
async function* oneByOne(side: MoveSide, picturesMissing: Set<string>): AsyncGenerator<KeptObject> {
  for await (const page of side.keptPages()) {
    picturesMissing.clear();
    for (const id of page.picturesMissing) picturesMissing.add(id);
    yield* page.objects;
  }
}

async function next(objects: AsyncGenerator<KeptObject>): Promise<KeptObject | undefined> {
  const { value, done } = await objects.next();
  return done === true ? undefined : value;
}
