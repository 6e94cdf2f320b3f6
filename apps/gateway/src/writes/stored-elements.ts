import { json } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { callerHeaders } from '../services/caller-headers.js';
import type { ServiceClient } from '../services/service-client.js';

/** Reads the stored content elements of an object, which other versions may have stored. */
export class StoredElements {
  constructor(
    private readonly projection: Pick<ServiceClient, 'read'>,
    private readonly timeoutMs: number,
  ) {}

  /** The elements; empty if the object is missing or outside the token's access. @throws Problem when the projection does not answer */
  async of(workspace: string, externalId: string, request: FastifyRequest): Promise<readonly unknown[]> {
    const answer = await this.projection.read({
      method: 'GET',
      path: `/groups/${encodeURIComponent(workspace)}/externalObjects/${encodeURIComponent(externalId)}`,
      headers: callerHeaders(request),
      timeoutMs: this.timeoutMs,
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (answer.statusCode === 404) {
      await answer.body.dump();
      return [];
    }
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new Problem('unavailable', 'The object cannot be read at the moment; try again.', { headers: { 'retry-after': '2' } });
    }
    const { contentElements } = (await json(answer.body)) as { contentElements?: readonly unknown[] };
    return contentElements ?? [];
  }
}
