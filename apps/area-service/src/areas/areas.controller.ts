import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AreaRecord } from '#contracts/areas/area-record.js';
import { revisionOf } from '#entity-tags/if-match.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { areaIdOf, queryValue } from '../http/query-values.js';
import { Areas } from './areas.js';
import { checkedArea, checkedCollection } from './checked-area.js';

const PAGE = { otherwise: 100, max: 1000 };

@Controller('groups/:groupID/areas')
@UseGuards(InternalGuard)
export class AreasController {
  constructor(private readonly areas: Areas) {}

  @Get()
  list(
    @Param('groupID') workspace: string,
    @Query() { bbox, category, after, limit }: Record<string, unknown>,
  ): Promise<{ areas: AreaRecord[]; next: string | null }> {
    const filter = { box: queryValue.box('bbox', bbox), category: queryValue.text('category', category) };
    return this.areas.list(workspace, filter, queryValue.after('after', after), queryValue.whole('limit', limit, PAGE));
  }

  @Post()
  async create(
    @Param('groupID') workspace: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AreaRecord> {
    const [area] = await this.areas.create(workspace, [checkedArea(body)]);
    void reply.header('location', `/groups/${encodeURIComponent(workspace)}/areas/${area!.areaId}`);
    return tagged(reply, area!);
  }

  @Post('import')
  async import(
    @Param('groupID') workspace: string,
    @Body() body: unknown,
  ): Promise<{ imported: number; areas: Pick<AreaRecord, 'areaId' | 'name' | 'revision'>[] }> {
    const made = await this.areas.create(workspace, checkedCollection(body));
    return { imported: made.length, areas: made.map(({ areaId, name, revision }) => ({ areaId, name, revision })) };
  }

  @Get(':areaId')
  async read(
    @Param('groupID') workspace: string,
    @Param('areaId') areaId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AreaRecord> {
    return tagged(reply, await this.areas.read(workspace, areaIdOf(areaId)));
  }

  @Put(':areaId')
  async replace(
    @Param('groupID') workspace: string,
    @Param('areaId') areaId: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AreaRecord> {
    return tagged(reply, await this.areas.replace(workspace, areaIdOf(areaId), checkedArea(body), revisionOf(ifMatch)));
  }

  @Delete(':areaId')
  @HttpCode(204)
  remove(
    @Param('groupID') workspace: string,
    @Param('areaId') areaId: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    return this.areas.remove(workspace, areaIdOf(areaId), revisionOf(ifMatch));
  }
}

function tagged(reply: FastifyReply, area: AreaRecord): AreaRecord {
  void reply.header('etag', `"${area.revision}"`);
  return area;
}
