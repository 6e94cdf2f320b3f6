import { Controller, Get, Header, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import { FEED_MODES } from './cursor.js';
import { feedFilterOf, FILTER_PARAMETERS } from './feed-filter.js';
import { FeedPlaces, type PlaceWanted } from './feed-places.js';

const MAX_CURSOR = 200_000;

/** For services that read the feed: checks a filter and returns a cursor for it, without reading. */
@Controller('groups/:group/feed-place')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class FeedPlacesController {
  constructor(private readonly places: FeedPlaces) {}

  @Get()
  @Header('cache-control', 'no-store')
  async place(@Param('group') group: string, @Query() query: RawQuery): Promise<{ cursor: string }> {
    const parameters = new QueryParameters(query, ['from', 'mode', ...FILTER_PARAMETERS]);
    const mode = parameters.choice('mode', FEED_MODES, 'events');
    return {
      cursor: await this.places.cursorAt(pathId('group', group), mode, { filter: feedFilterOf(parameters, mode) }, wantedBy(parameters)),
    };
  }
}

function wantedBy(parameters: QueryParameters): PlaceWanted {
  const from = parameters.text('from', MAX_CURSOR) ?? 'latest';
  if (from === 'earliest' || from === 'latest') return from;
  // No cursor has a colon, and each time has two.
  return from.includes(':') ? { time: parameters.time('from')! } : { cursor: from };
}
