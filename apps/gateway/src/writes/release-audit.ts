import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import type { DelegatedCalls } from '../services/delegated-calls.js';

/**
 * Writes the release of an id into the directory's audit before the command goes to the log, so that no id is released without an
 * audit line.
 */
export class ReleaseAudit {
  constructor(private readonly calls: DelegatedCalls) {}

  /** @throws Problem 503 if the line cannot be written; then nothing may be released */
  async note(request: FastifyRequest, workspace: string, externalId: string): Promise<void> {
    const path = `/operator/workspaces/${encodeURIComponent(workspace)}/ids/${encodeURIComponent(externalId)}/releases`;
    const { status } = await this.calls.send(request, { method: 'POST', path });
    if (status !== 204)
      throw new Problem(
        'unavailable',
        'The audit cannot be written at the moment, and no id is released without its line there; try again.',
        { headers: { 'retry-after': '2' } },
      );
  }
}
