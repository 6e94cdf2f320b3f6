import { Controller, Get, Header, Headers, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import type { HoldRecord } from '#contracts/directory/records.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { Problem } from '#problems/problem.js';
import { MissingObjects } from '../reading/missing-objects.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { MAX_PAGE_CHARACTERS, PageCursors } from '../reading/signed-page.js';
import { ObjectHolds, type ShownHold } from './object-holds.js';

const PAGE = { min: 1, max: 1000, default: 100 };
const IDS = { maxCount: 50, maxCharacters: 256 };

interface HoldsAnswer {
  holds: ShownHold[];
  next: string | null;
  /** The hold of the whole workspace, which covers all its objects; null if there is none, absent while unknown. */
  ofWorkspace?: HoldRecord | null;
}

/** Legal holds of objects; the gateway has authorised the caller. */
@Controller('groups/:group')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class HoldsController {
  constructor(
    private readonly objectHolds: ObjectHolds,
    private readonly missing: MissingObjects,
    private readonly pages: PageCursors,
    private readonly directory: DirectoryCopy,
  ) {}

  @Get('holds')
  @Header('cache-control', 'no-store')
  async holds(@Param('group') group: string, @Query() query: RawQuery): Promise<HoldsAnswer> {
    const parameters = new QueryParameters(query, ['limit', 'page', 'id']);
    const workspace = pathId('group', group);
    const ids = parameters.texts('id', IDS);
    const found =
      ids === undefined
        ? await this.page(group, workspace, parameters)
        : { holds: await this.objectHolds.among(workspace, ids), next: null };
    const ofWorkspace = this.directory.holdOf(workspace) ?? (this.directory.complete ? null : undefined);
    return { ...found, ofWorkspace };
  }

  @Get('externalObjects/:externalId/hold')
  @Header('cache-control', 'no-store')
  async hold(
    @Param('group') group: string,
    @Param('externalId') externalId: string,
    @Query() query: RawQuery,
    @Headers(NARROWED_HEADER) narrowed?: string,
  ): Promise<ShownHold> {
    new QueryParameters(query, []);
    const narrowing = forwardedNarrowing(narrowed);
    const { there, hold } = await this.objectHolds.find(pathId('group', group), pathId('externalId', externalId), narrowing);
    if (!there) throw await this.missing.problem(group, externalId, narrowing);
    if (!hold)
      throw new Problem('not-found', 'The object has no legal hold of its own. GET /groups/{groupID}/hold shows that of its workspace.');
    return hold;
  }

  private async page(group: string, workspace: string, parameters: QueryParameters): Promise<{ holds: ShownHold[]; next: string | null }> {
    const limit = parameters.integer('limit', PAGE);
    const list = JSON.stringify(['holds', workspace]);
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const [after] = page === undefined ? [] : (this.pages.decode(list, page) as [string]);
    const { holds, more } = await this.objectHolds.page(workspace, after, limit);
    const next = more
      ? `/groups/${encodeURIComponent(group)}/holds?${new URLSearchParams({ limit: String(limit), page: this.pages.encode(list, [holds.at(-1)!.externalId]) }).toString()}`
      : null;
    return { holds, next };
  }
}
