import { isErased, type KeptObject } from '#object-rules/object.js';
import { RefusedError } from '../api/refused-error.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { part } from '../session/command-work.js';
import type { KeptObjects, MoveSide } from './move-side.js';

/** Few, because each picture is completely in memory. */
const AT_ONCE = 4;
const TYPES = 'image/jpeg, image/png, image/webp, application/problem+json';

/** The objects that have a picture which is stored here. */
export function withPictures({ objects, picturesMissing }: KeptObjects): string[] {
  return [...objects.values()]
    .filter((object) => pictureOf(object) !== undefined && !picturesMissing.has(object.externalId))
    .map(({ externalId }) => externalId);
}

/** Copies missing pictures of objects there, so it can be repeated at any time. @returns their number */
export async function copyPictures(here: MoveSide, there: MoveSide, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { objects, picturesMissing } = await there.kept(ids);
  const missing = [...picturesMissing];
  let copied = 0;
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const done = await Promise.all(missing.slice(at, at + AT_ONCE).map((id) => copyPicture(here, there, id, pictureOf(objects.get(id)!)!)));
    copied += done.filter(Boolean).length;
  }
  return copied;
}

/** @returns false if the picture is no longer stored here, or if the object there has another picture by now */
async function copyPicture(here: MoveSide, there: MoveSide, externalId: string, sha256: string): Promise<boolean> {
  try {
    const { mediaType, bytes } = await here.file(here.at(`externalObjects/${part(externalId)}/picture?v=${sha256}`), TYPES);
    await there.ask('PUT', there.at(`adoptions/externalObjects/${part(externalId)}/picture`), {
      body: bytes,
      headers: { 'content-type': mediaType },
    });
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.status === 404) return false;
    throw new CliError(
      `The picture of ${JSON.stringify(externalId)} cannot be copied: ${error.message} When this is resolved, run the command again.`,
      EXIT.refused,
    );
  }
}

const pictureOf = (object: KeptObject): string | undefined => (isErased(object) ? undefined : object.picture);
