import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Narrowing } from '#identity/caller.js';
import { narrowingKey } from '#identity/narrowing.js';

const PUBLIC_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})-([0-9a-f]{10})(?:-([0-9a-f]{10}))?$/;

/** Makes public ids of operations with a proof, which distinguishes issued ids from made-up ones without a table (docs/decisions, 1). */
export class OperationIds {
  constructor(private readonly secret: string) {}

  /** The id for answers and URLs. For a narrowed token it contains a second proof, for the narrowing. */
  publicId(operationId: string, workspace: string, narrowing?: Narrowing): string {
    const publicId = `${operationId}-${this.proof(operationId, workspace)}`;
    return narrowing === undefined ? publicId : `${publicId}-${this.proof(publicId, narrowingKey(narrowing))}`;
  }

  /**
   * The UUID in a public id; undefined if no gateway issued the id for this workspace. A narrowed token can only read operations issued
   * to a token with the same narrowing, since others concern objects that it may not see.
   */
  read(publicId: string, workspace: string, narrowing?: Narrowing): string | undefined {
    const parts = PUBLIC_ID.exec(publicId);
    if (parts === null) return undefined;
    const [, operationId, proof, narrowed] = parts as unknown as [string, string, string, string?];
    if (!equal(proof, this.proof(operationId, workspace))) return undefined;
    if (narrowing === undefined) return operationId;
    return narrowed !== undefined && equal(narrowed, this.proof(`${operationId}-${proof}`, narrowingKey(narrowing)))
      ? operationId
      : undefined;
  }

  private proof(operationId: string, workspace: string): string {
    return createHmac('sha256', this.secret)
      .update(operationId + workspace)
      .digest('hex')
      .slice(0, 10);
  }
}

function equal(given: string, proof: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(proof));
}
