import { Controller, Get, Header, Headers, Inject, Param, Query, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DateTime } from 'luxon';
import type { Pool } from 'pg';
import { isNamed, weakTagOf } from '#entity-tags/entity-tag.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { HOUR_MS } from '../folding/quarter.js';
import { type RawQuery, ReportParameters } from '../http/report-parameters.js';
import { COARSEST, FINEST_REQUESTED, type HeatBox, outline } from '../space/cells.js';
import { READ_POOL } from '../tables/tables.module.js';
import { AGGREGATES, type HeatCell, type HeatQuery } from './heat-query.js';
import { DEEPEST_ZOOM, heatTile, resolutionAt, tileBox } from './heat-tile.js';
import { cellsOfTile, heatCells } from './heatmap.js';

const PARAMETERS = ['from', 'to', 'aggregate', 'number', 'minObjects'];
const USUAL_HOURS = 24;
const MAX_MIN_OBJECTS = 1_000_000;

/** Heatmaps: where objects were, by H3 cell. The gateway has authorised the caller. */
@Controller('groups/:group/heatmap')
@UseGuards(InternalGuard)
@UseInterceptors(
  new DatabaseProblems(
    'The heatmap is unavailable at the moment, or took too long; request a shorter time or a smaller bbox, or try again.',
  ),
)
export class HeatmapController {
  constructor(
    @Inject(READ_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async map(@Param('group') group: string, @Query() query: RawQuery, @Res() reply: FastifyReply): Promise<void> {
    const parameters = new ReportParameters(query, [...PARAMETERS, 'resolution', 'bbox']);
    const resolution = parameters.integer('resolution', { min: COARSEST, max: FINEST_REQUESTED, default: 7 });
    const cells = await heatCells(
      this.pool,
      { ...this.queryOf(group, parameters), resolution, box: boxOf(parameters) },
      this.config.heatmapMaxPositions,
    );
    return void reply.type('application/geo+json').send(Buffer.from(JSON.stringify(heatGeoJson(cells))));
  }

  @Get('tiles/:z/:x/:y')
  @Header('cache-control', 'private, max-age=60')
  async tile(
    @Param('group') group: string,
    @Param('z') z: string,
    @Param('x') x: string,
    @Param('y') y: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
    @Headers('if-none-match') known?: string,
  ): Promise<void> {
    const parameters = new ReportParameters(query, PARAMETERS);
    const address = { z: Number(z), x: Number(x), y: Number(y.replace(/\.mvt$/, '')) };
    if (
      ![z, x, y.replace(/\.mvt$/, '')].every((part) => /^\d{1,7}$/.test(part)) ||
      address.z > DEEPEST_ZOOM ||
      address.x >= 2 ** address.z ||
      address.y >= 2 ** address.z
    )
      throw new Problem(
        'not-found',
        `The path of a tile is …/tiles/{z}/{x}/{y}.mvt, with z from 0 to ${DEEPEST_ZOOM} and x and y below 2^z.`,
      );
    const cells = await cellsOfTile(
      this.pool,
      this.queryOf(group, parameters),
      resolutionAt(address.z),
      tileBox(address),
      this.config.heatmapMaxPositions,
    );
    const tile = Buffer.from(heatTile(cells, address));
    const tag = weakTagOf(tile);
    void reply.header('etag', tag);
    if (isNamed(known, tag)) return void reply.code(304).send();
    return void reply.type('application/vnd.mapbox-vector-tile').send(tile);
  }

  private queryOf(workspace: string, parameters: ReportParameters): Omit<HeatQuery, 'resolution' | 'box'> {
    const aggregate = parameters.choice('aggregate', AGGREGATES, 'objects');
    const number = parameters.text('number');
    const isOfNumber = aggregate === 'mean' || aggregate === 'max';
    if (isOfNumber && number === undefined)
      throw invalidParameter('number', `With aggregate=${aggregate} it must name a field of the kind Number.`);
    if (!isOfNumber && number !== undefined) throw invalidParameter('number', 'It requires aggregate=mean or aggregate=max.');
    const to = hour(parameters, 'to') ?? Math.floor(Date.now() / HOUR_MS) + 1;
    const from = hour(parameters, 'from') ?? to - USUAL_HOURS;
    if (from >= to) throw invalidParameter('from', 'It must be before to.');
    const minObjects = Math.max(
      this.config.heatmapMinObjects,
      parameters.integer('minObjects', { min: 1, max: MAX_MIN_OBJECTS, default: 1 }),
    );
    return { workspace, from, to, aggregate, number, minObjects };
  }
}

function hour(parameters: ReportParameters, name: 'from' | 'to'): number | undefined {
  const text = parameters.text(name);
  if (text === undefined) return undefined;
  const time = /(Z|[+-]\d{2}:\d{2})$/i.test(text) ? DateTime.fromISO(text.toUpperCase()).toMillis() : NaN;
  if (Number.isNaN(time) || time < 0 || time % HOUR_MS !== 0)
    throw invalidParameter(name, 'It must be an RFC 3339 time with a zone, on a whole hour of UTC, such as 2026-11-22T08:00:00Z.');
  return time / HOUR_MS;
}

function boxOf(parameters: ReportParameters): HeatBox | undefined {
  const text = parameters.text('bbox');
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => (/^\s*-?\d{1,3}(\.\d{1,15})?\s*$/.test(part) ? Number(part) : NaN));
  const [west, south, east, north] = parts as [number, number, number, number];
  if (
    parts.length !== 4 ||
    parts.some(Number.isNaN) ||
    Math.abs(west) > 180 ||
    Math.abs(east) > 180 ||
    Math.abs(south) > 90 ||
    Math.abs(north) > 90 ||
    south > north
  )
    throw invalidParameter('bbox', 'It must be west,south,east,north in degrees; west > east crosses the antimeridian.');
  return { west, south, east, north };
}

/** Cells as a GeoJSON FeatureCollection (RFC 7946); the id of a feature is that of its H3 cell. */
function heatGeoJson(cells: readonly HeatCell[]): object {
  return {
    type: 'FeatureCollection',
    features: cells.map(({ cell, ...properties }) => ({
      type: 'Feature',
      id: cell,
      geometry: { type: 'Polygon', coordinates: [outline(cell)] },
      properties,
    })),
  };
}
