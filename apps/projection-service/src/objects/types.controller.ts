import { Controller, Get, Header, Headers, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { ObjectTypes, type TypeList } from './object-types.js';

const TYPES = { min: 1, max: 1000, default: 200 };

/** The existing types of objects; the gateway has authorised the caller. */
@Controller('groups/:group/types')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class TypesController {
  constructor(private readonly types: ObjectTypes) {}

  @Get()
  @Header('cache-control', 'no-store')
  list(@Param('group') group: string, @Query() query: RawQuery, @Headers(NARROWED_HEADER) narrowed?: string): Promise<TypeList> {
    const limit = new QueryParameters(query, ['limit']).integer('limit', TYPES);
    return this.types.list(pathId('group', group), forwardedNarrowing(narrowed), limit);
  }
}
