import { createHmac, timingSafeEqual } from 'node:crypto';

const PUBLIC_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})-([0-9a-f]{10})$/;

/** Tells operations that were issued from made-up ones without a table: see docs/decisions, 1. */
export class OperationIds {
  constructor(private readonly secret: string) {}

  /** As it is written in answers and addresses. */
  publicId(operationId: string, workspace: string): string {
    return `${operationId}-${this.proof(operationId, workspace)}`;
  }

  /** The UUID inside; undefined when no gateway issued it for this workspace. */
  read(publicId: string, workspace: string): string | undefined {
    const parts = PUBLIC_ID.exec(publicId);
    if (parts === null) return undefined;
    const operationId = parts[1]!;
    return timingSafeEqual(Buffer.from(parts[2]!), Buffer.from(this.proof(operationId, workspace))) ? operationId : undefined;
  }

  private proof(operationId: string, workspace: string): string {
    return createHmac('sha256', this.secret).update(operationId + workspace).digest('hex').slice(0, 10);
  }
}
