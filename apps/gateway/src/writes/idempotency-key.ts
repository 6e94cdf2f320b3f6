import { createHash, hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CommandKey } from '#contracts/command-key.js';
import { Problem } from '#problems/problem.js';
import { type ObjectServiceClient, ObjectServiceUnavailableError } from '../services/object-service-client.js';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * The key of a call; undefined when it has none.
 * @throws Problem 400 for two keys, an empty one, or one that isn't 1…255 printable ASCII characters
 */
export function idempotencyKeyOf(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  let count = 0;
  for (let at = 0; at < request.rawHeaders.length; at += 2) if (request.rawHeaders[at]!.toLowerCase() === 'idempotency-key') count += 1;
  if (count > 1) throw new Problem('invalid-header', 'Idempotency-Key was sent more than once; send one.');
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Problem('invalid-header', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  return key;
}

/** Only the hash is stored, since a key may contain confidential data. */
export const keyHashOf = (key: string): string => hash('sha256', key, 'hex');

/** Handles a failed look-up of a key. @throws Problem 503 if the object service is down, otherwise the given error */
export function keysUnavailable(error: unknown): never {
  if (!(error instanceof ObjectServiceUnavailableError)) throw error;
  throw new Problem('unavailable', 'Idempotency keys cannot be checked at the moment. Nothing of this call was applied; send it again.', {
    headers: { 'retry-after': '2' },
    cause: error,
  });
}

/**
 * @param door the parts that must be equal in a repetition, in addition to the inflated body: the route and the condition, but not
 * the preferences
 */
export function commandKey(key: string, door: string, body: Buffer): CommandKey {
  return { keyHash: keyHashOf(key), bodyHash: createHash('sha256').update(door).update('\n').update(body).digest('hex') };
}

/**
 * Claims the key before a call publishes anything. Returns the operation that the key stands for, and whether that operation may
 * already have been published.
 * @throws Problem 422 when the key stands for another body, 503 when the object service is down (nothing was applied)
 */
export async function claimKey(
  client: Pick<ObjectServiceClient, 'claim'>,
  workspace: string,
  { keyHash, bodyHash }: CommandKey,
  operationId: string,
): Promise<{ operationId: string; repeated: boolean }> {
  const claimed = await client.claim(workspace, keyHash, { operationId, bodyHash }).catch(keysUnavailable);
  if (claimed.bodyHash !== bodyHash)
    throw new Problem(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another body in the last 24 hours; a new call needs a new key.',
    );
  return { operationId: claimed.operationId, repeated: !claimed.first };
}
