import { Body, Controller, Get, Header, HttpCode, Inject, Param, Put, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import { InternalGuard } from '#identity/internal-guard.js';
import { Problem } from '#problems/problem.js';
import { operationTime } from '../commands/operation-time.js';
import { LOOK_UP_POOL } from '../storage/pools.js';

/** The operation that has claimed a key. */
export interface IdempotencyClaim {
  operationId: string;
  bodyHash: string;
  /** True if the key was free, and is now claimed by the operation in the request. */
  first: boolean;
}

const SHA256_HEX = /^[0-9a-f]{64}$/;

@Controller('internal/groups/:workspace/idempotency-keys')
@UseGuards(InternalGuard)
export class IdempotencyKeysController {
  constructor(@Inject(LOOK_UP_POOL) private readonly pool: Pool) {}

  /** Claims the key for an operation, or returns the operation that has claimed it in the last 24 hours. */
  @Put(':keyHash')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async claim(@Param('workspace') workspace: string, @Param('keyHash') keyHash: string, @Body() body: unknown): Promise<IdempotencyClaim> {
    const { operationId, bodyHash } = checked(workspace, keyHash, body);
    for (;;) {
      if (await this.insert(workspace, keyHash, operationId, bodyHash)) return { operationId, bodyHash, first: true };
      const { rows } = await this.pool.query<Omit<IdempotencyClaim, 'first'>>(
        `select operation_id as "operationId", body_hash as "bodyHash" from idempotency_key where workspace = $1 and key_hash = $2`,
        [workspace, keyHash],
      );
      // No row if the key was pruned between the two statements; then it is free.
      if (rows[0]) return { ...rows[0], first: false };
    }
  }

  /** The operation that has claimed the key; 404 if it is free. */
  @Get(':keyHash')
  @Header('cache-control', 'no-store')
  async find(@Param('workspace') workspace: string, @Param('keyHash') keyHash: string): Promise<{ operationId: string }> {
    if (!SHA256_HEX.test(keyHash) || workspace.includes('\0'))
      throw new Problem('invalid', 'The key in the path must be a SHA-256 in hexadecimal.');
    const { rows } = await this.pool.query<{ operationId: string }>(
      `select operation_id as "operationId" from idempotency_key where workspace = $1 and key_hash = $2
        and created_at >= now() - interval '24 hours'`,
      [workspace, keyHash],
    );
    if (rows[0] === undefined) throw new Problem('not-found', 'No operation has this key.');
    return rows[0];
  }

  /** Replaces a claim older than 24 hours, as if it were already pruned. */
  private async insert(workspace: string, keyHash: string, operationId: string, bodyHash: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into idempotency_key as k (workspace, key_hash, operation_id, body_hash) values ($1, $2, $3, $4)
       on conflict (workspace, key_hash) do update
         set operation_id = excluded.operation_id, body_hash = excluded.body_hash, created_at = excluded.created_at
         where k.created_at < now() - interval '24 hours'`,
      [workspace, keyHash, operationId, bodyHash],
    );
    return rowCount === 1;
  }
}

function checked(workspace: string, keyHash: string, body: unknown): { operationId: string; bodyHash: string } {
  const { operationId, bodyHash } = (body ?? {}) as { operationId?: unknown; bodyHash?: unknown };
  if (!SHA256_HEX.test(keyHash)) throw new Problem('invalid', 'The key in the path must be a SHA-256 in hexadecimal.');
  if (workspace.includes('\0')) throw new Problem('invalid', 'The workspace contains a NUL character.');
  if (typeof operationId !== 'string' || operationTime(operationId) === undefined) {
    throw new Problem('invalid', 'operationId must be a UUIDv7.', { errors: [{ pointer: '/operationId', detail: 'must be a UUIDv7' }] });
  }
  if (typeof bodyHash !== 'string' || bodyHash.length === 0 || bodyHash.length > 128 || bodyHash.includes('\0')) {
    throw new Problem('invalid', 'bodyHash must be a text of 1 to 128 characters.', {
      errors: [{ pointer: '/bodyHash', detail: 'must be a text of 1 to 128 characters' }],
    });
  }
  return { operationId, bodyHash };
}
