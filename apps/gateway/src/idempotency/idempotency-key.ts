import { createHash, hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '#problems/problem.js';
import { type ObjectServiceClient, ObjectServiceUnavailableError } from '../operations/object-service-client.js';

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
  if (typeof key !== 'string' || !KEY.test(key)) throw new Problem('invalid-header', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  return key;
}

/** What must be equal for a repetition: the door, the condition and the bytes of the body, once inflated. Not what is preferred. */
export function bodyHashOf(door: string, body: Buffer): string {
  return createHash('sha256').update(door).update('\n').update(body).digest('hex');
}

/**
 * Claims the key for a call that has something to publish, before it is published; the operation that it stands for, and whether that may be published already.
 * @throws Problem 422 when it stands for another body, 503 when the object service is away (nothing was applied)
 */
export async function claimKey(
  client: Pick<ObjectServiceClient, 'claim'>,
  workspace: string,
  key: string,
  claim: { operationId: string; bodyHash: string },
): Promise<{ operationId: string; repeated: boolean }> {
  const claimed = await client.claim(workspace, hash('sha256', key, 'hex'), claim).catch((error: unknown) => {
    if (!(error instanceof ObjectServiceUnavailableError)) throw error;
    throw new Problem('unavailable', 'Idempotency keys can not be checked at the moment. Nothing of this call was applied; send it again.', { headers: { 'retry-after': '2' }, cause: error });
  });
  if (claimed.bodyHash !== claim.bodyHash) throw new Problem('idempotency-key-reused', 'This Idempotency-Key was used for another body in the last 24 hours; a new call needs a new key.');
  return { operationId: claimed.operationId, repeated: !claimed.first };
}
