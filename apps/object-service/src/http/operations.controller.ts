import { Controller, Get, Header, Inject, Param, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import type { RefusedElement } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { Problem } from '#problems/problem.js';
import { operationTime } from '../commands/operation-time.js';
import { DATABASE } from './database.js';
import { InternalGuard } from '#identity/internal-guard.js';

/** An operation as far as it is known here. */
export interface OperationView {
  operationId: string;
  workspace: string;
  /** All of its partitions have been processed. */
  complete: boolean;
  /** Elements of the call, refused ones included. */
  total: number;
  partitions: number[];
  /** Sorted by index; those of partitions that were processed. */
  results: ElementOutcome[];
  refused: RefusedElement[];
}

interface OutcomeRow {
  partition: number;
  total: number;
  partitions: number[];
  results: string;
  refused: string | null;
}

@Controller('internal/groups/:workspace/operations')
@UseGuards(InternalGuard)
export class OperationsController {
  constructor(@Inject(DATABASE) private readonly pool: Pool) {}

  /** 404 when no record of the operation was processed yet, or it belongs to another workspace. */
  @Get(':operationId')
  @Header('cache-control', 'no-store')
  async find(@Param('workspace') workspace: string, @Param('operationId') operationId: string): Promise<OperationView> {
    const rows = await this.rowsOf(workspace, operationId);
    const [first] = rows;
    if (first === undefined) throw new Problem('unknown-operation', 'No outcome of this operation is known.');
    const done = new Set(rows.map((row) => row.partition));
    return {
      operationId,
      workspace,
      complete: first.partitions.every((partition) => done.has(partition)),
      total: first.total,
      partitions: first.partitions,
      results: rows.flatMap((row) => JSON.parse(row.results) as ElementOutcome[]).sort((a, b) => a[0] - b[0]),
      refused: rows.flatMap((row) => (row.refused === null ? [] : (JSON.parse(row.refused) as RefusedElement[]))),
    };
  }

  private async rowsOf(workspace: string, operationId: string): Promise<OutcomeRow[]> {
    if (operationTime(operationId) === undefined || workspace.includes('\0')) return [];
    const { rows } = await this.pool.query<OutcomeRow>(
      'select partition, total, partitions, results, refused from operation_outcome where operation_id = $1 and workspace = $2 order by partition',
      [operationId, workspace],
    );
    return rows;
  }
}
