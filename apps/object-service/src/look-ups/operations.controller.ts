import { Controller, Get, Header, Inject, Param, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import type { RefusedElement } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { Problem } from '#problems/problem.js';
import { operationTime } from '../commands/operation-time.js';
import { LOOK_UP_POOL } from '../storage/pools.js';
import { AppliedCommands } from './applied-commands.js';

/** The known part of an operation. */
export interface OperationView {
  operationId: string;
  workspace: string;
  /** Whether all of its partitions have been processed. */
  complete: boolean;
  /** The other elements will get no outcome: the broker lost their command before it was applied, or it became a dead letter. */
  lost?: true;
  /** Number of elements of the call, including refused ones. */
  total: number;
  partitions: number[];
  /** Outcomes from the partitions that are processed so far, sorted by index. */
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
  constructor(
    @Inject(LOOK_UP_POOL) private readonly pool: Pool,
    private readonly commands: AppliedCommands,
  ) {}

  /** 404 if no record of the operation is processed yet, or the operation belongs to another workspace. */
  @Get(':operationId')
  @Header('cache-control', 'no-store')
  async find(@Param('workspace') workspace: string, @Param('operationId') operationId: string): Promise<OperationView> {
    const rows = await this.rowsOf(workspace, operationId);
    const [first] = rows;
    if (first === undefined) {
      if (await this.isLost(operationId))
        return { operationId, workspace, complete: false, lost: true, total: 0, partitions: [], results: [], refused: [] };
      throw new Problem('unknown-operation', 'The outcome of this operation is unknown.');
    }
    const done = new Set(rows.map((row) => row.partition));
    const missing = first.partitions.filter((partition) => !done.has(partition));
    return {
      operationId,
      workspace,
      complete: missing.length === 0,
      ...(missing.length > 0 && (await this.isLost(operationId, missing)) && { lost: true }),
      total: first.total,
      partitions: first.partitions,
      results: rows.flatMap((row) => JSON.parse(row.results) as ElementOutcome[]).sort((a, b) => a[0] - b[0]),
      refused: rows.flatMap((row) => (row.refused === null ? [] : (JSON.parse(row.refused) as RefusedElement[]))),
    };
  }

  /** Whether the missing commands are lost. The gateway has checked the proof in the id, so the operation was really issued. */
  private async isLost(operationId: string, partitions?: readonly number[]): Promise<boolean> {
    const time = operationTime(operationId);
    return time !== undefined && this.commands.isPast(time, partitions);
  }

  private async rowsOf(workspace: string, operationId: string): Promise<OutcomeRow[]> {
    if (operationTime(operationId) === undefined || workspace.includes('\0')) return [];
    const { rows } = await this.pool.query<OutcomeRow>(
      'select partition, total, partitions, results, refused from operation_outcome where operation_id = $1 ' +
        'and workspace = $2 order by partition',
      [operationId, workspace],
    );
    return rows;
  }
}
