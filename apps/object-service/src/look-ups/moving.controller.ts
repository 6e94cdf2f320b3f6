import { Body, Controller, Header, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import { InternalGuard } from '#identity/internal-guard.js';
import type { KeptObject } from '#object-rules/object.js';
import { textArray } from '#postgres/binary-array.js';
import { Problem } from '#problems/problem.js';
import { ownedAfter } from '../erasing/erasure-sql.js';
import { LOOK_UP_POOL } from '../storage/pools.js';
import { wholeState } from '../storage/stored-state.js';
import { AppliedCommands } from './applied-commands.js';

/** Stored objects of one workspace, including erased ones. */
export interface KeptPage {
  objects: KeptObject[];
  /** Ids of the objects that name a picture whose bytes are not stored. */
  picturesMissing: string[];
  /** The id after which the next page continues; null on the last page. */
  next: string | null;
}

/** Number of rows that a page reads, of all owners. */
const ROWS = 1000;
const MAX_IDS = 500;
const PAGE_BYTES = 4 * 1024 * 1024;
/** Shorter than gateways wait for an answer. */
const SETTLE_MS = 1000;

/** The data that a move of a workspace reads (docs/decisions, 33). */
@Controller('internal/groups/:workspace/kept-objects')
@UseGuards(InternalGuard)
export class MovingController {
  constructor(
    @Inject(LOOK_UP_POOL) private readonly pool: Pool,
    private readonly commands: AppliedCommands,
  ) {}

  /** Whether all commands that are on the log now are applied; waits for up to a second. */
  @Post('settled')
  @HttpCode(200)
  async settled(): Promise<{ settled: boolean }> {
    return { settled: await this.commands.settle(SETTLE_MS) };
  }

  /** The objects with these `ids`, or those after the id `after`, ordered by id. A page before the last one may be empty. */
  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async read(@Param('workspace') workspace: string, @Body() body: unknown): Promise<KeptPage> {
    const { after = '', ids } = (body ?? {}) as { after?: unknown; ids?: unknown };
    if (ids !== undefined) return this.kept(workspace, checkedIds(ids), null);
    if (typeof after !== 'string' || after.includes('\0'))
      throw new Problem('invalid', 'after must be an id.', { errors: [{ pointer: '/after', detail: 'must be an id' }] });
    const { owned, last } = await ownedAfter(this.pool, [workspace], after, ROWS);
    return this.kept(
      workspace,
      owned.map(({ externalId }) => externalId),
      last ?? null,
    );
  }

  private async kept(workspace: string, ids: readonly string[], next: string | null): Promise<KeptPage> {
    if (ids.length === 0) return { objects: [], picturesMissing: [], next };
    const { rows } = await this.pool.query<{ state: KeptObject; found: number; lacks: boolean }>(
      `select state, found, state->>'picture' is not null and not exists (select from picture p where p.external_id = o.external_id
           and p.sha256 = o.state->>'picture' and p.workspace = $2) as lacks from (
         select external_id, state, sum(octet_length(state::text)) over (order by external_id) as upto,
         row_number() over (order by external_id) as at, count(*) over () as found
         from object where external_id = any($1::text[]) and workspace = $2) o
       where upto <= $3 or at = 1 order by external_id`,
      [textArray(ids), workspace, PAGE_BYTES],
    );
    const objects = rows.map(({ state }) => wholeState(state));
    const isWhole = rows.length === (rows[0]?.found ?? 0);
    const picturesMissing = rows.filter(({ lacks }) => lacks).map(({ state }) => state.externalId);
    return { objects, picturesMissing, next: isWhole ? next : objects.at(-1)!.externalId };
  }
}

function checkedIds(ids: unknown): string[] {
  if (Array.isArray(ids) && ids.length <= MAX_IDS && ids.every((id) => typeof id === 'string' && !id.includes('\0')))
    return ids as string[];
  throw new Problem('invalid', `ids must be an array of at most ${MAX_IDS} ids.`, {
    errors: [{ pointer: '/ids', detail: 'must be an array of ids' }],
  });
}
