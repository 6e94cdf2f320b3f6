import { Controller, Get, Header, Headers, Inject, Param, Query, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { preferredType } from '#service/preferred-type.js';
import { type RawQuery, ReportParameters } from '../http/report-parameters.js';
import { READ_POOL } from '../tables/tables.module.js';
import { areasReport } from './areas-report.js';
import { accessReport, usageReport } from './calls-reports.js';
import { csvOf } from './csv.js';
import { FACET_PARAMETERS } from './facet-groups.js';
import type { ReportTable } from './report-table.js';
import { TIME_PARAMETERS, type TimeBuckets, timeBuckets } from './time-buckets.js';
import { trackingReport } from './tracking-report.js';
import { valuesReport } from './values-report.js';

type Report = (pool: Pool, workspace: string, parameters: ReportParameters, buckets: TimeBuckets) => Promise<ReportTable>;

/** Reports of a workspace, from sums that are updated with each event; the gateway has authorised the caller. */
@Controller('groups/:group/reports')
@UseGuards(InternalGuard)
@UseInterceptors(
  new DatabaseProblems(
    'The report is unavailable at the moment, or took too long; request a shorter time or a coarser breakdown, or try again.',
  ),
)
export class ReportsController {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  @Get('tracking')
  @Header('cache-control', 'no-store')
  tracking(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
    @Headers('accept') accept?: string,
  ): Promise<void> {
    return this.answer(trackingReport, [...FACET_PARAMETERS, 'by', 'area'], group, query, reply, accept);
  }

  @Get('values')
  @Header('cache-control', 'no-store')
  values(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
    @Headers('accept') accept?: string,
  ): Promise<void> {
    return this.answer(valuesReport, [...FACET_PARAMETERS, 'by', 'number'], group, query, reply, accept);
  }

  @Get('areas')
  @Header('cache-control', 'no-store')
  areas(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
    @Headers('accept') accept?: string,
  ): Promise<void> {
    return this.answer(areasReport, [...FACET_PARAMETERS, 'by', 'area'], group, query, reply, accept);
  }

  @Get('usage')
  @Header('cache-control', 'no-store')
  usage(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
    @Headers('accept') accept?: string,
  ): Promise<void> {
    return this.answer(usageReport, [...FACET_PARAMETERS, 'by'], group, query, reply, accept);
  }

  @Get('access')
  @Header('cache-control', 'no-store')
  access(
    @Param('group') group: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
    @Headers('accept') accept?: string,
  ): Promise<void> {
    return this.answer(accessReport, [...FACET_PARAMETERS, 'by', 'kind', 'area', 'externalId'], group, query, reply, accept);
  }

  private async answer(
    report: Report,
    known: readonly string[],
    group: string,
    query: RawQuery,
    reply: FastifyReply,
    accept?: string,
  ): Promise<void> {
    const parameters = new ReportParameters(query, [...TIME_PARAMETERS, ...known, 'format']);
    const accepted = preferredType(accept, ['application/json', 'text/csv']) === 'text/csv' ? 'csv' : 'json';
    const format = parameters.choice('format', ['json', 'csv'], accepted);
    const buckets = timeBuckets(parameters, Date.now());
    const table = await report(this.pool, group, parameters, buckets);
    if (format === 'csv') return void reply.type('text/csv; charset=utf-8; header=present').send(csvOf(table));
    const { interval, timeZone, starts, end } = buckets;
    const time = (quarter: number): string => new Date(quarter * 900_000).toISOString();
    return void reply.send({ report: table.report, from: time(starts[0]!), to: time(end), interval, timeZone, rows: table.rows });
  }
}
