import { Controller, Get, Header, Headers, Param, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import type { Narrowing } from '#identity/caller.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { narrowingKey } from '#identity/narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { narrowedLine } from './narrowed-change.js';
import type { Near } from '../search/near.js';
import { ObjectSearch } from '../search/object-search.js';
import { SEARCH_PARAMETERS, type SearchQuery, searchQueryOf } from '../search/search-query.js';
import { ChangesFeed } from '../feed/changes-feed.js';
import type { FeedView } from '../feed/feed-filter.js';
import { ObjectHistory, type HistoryPosition } from './object-history.js';
import { ObjectList, type ObjectFilter } from './object-list.js';
import { pathId } from './path-values.js';
import { QueryParameters, type RawQuery } from './query-parameters.js';
import type { ReadModel } from './read-model.js';
import { MAX_PAGE_CHARACTERS, PageCursors } from './signed-page.js';

const PAGE = { min: 1, max: 1000, default: 100 };

interface ObjectPage {
  /** Of a search by distance each with its own, in metres. */
  objects: (ReadModel & { distance?: number })[];
  next: string | null;
  /** Of a search by distance: from where. */
  near?: Near;
  /** Of a search by words: more is alike than was compared. */
  incomplete?: true;
  /** Of a snapshot, the same on each of its pages: the feed from here on has all that happened since. */
  cursor?: string;
}

/** The newest states and the histories of a workspace's objects; the gateway has authorised the caller. */
@Controller('groups/:group/externalObjects')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection can not be read at the moment. Try again.'))
export class ObjectsController {
  constructor(
    private readonly list: ObjectList,
    private readonly search: ObjectSearch,
    private readonly histories: ObjectHistory,
    private readonly pages: PageCursors,
    private readonly feed: ChangesFeed,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async objects(@Param('group') group: string, @Query() query: RawQuery, @Headers(NARROWED_HEADER) narrowed?: string): Promise<ObjectPage> {
    const parameters = new QueryParameters(query, ['limit', 'page', 'bbox', 'type', 'includeArchived', 'snapshot', ...SEARCH_PARAMETERS]);
    const limit = parameters.integer('limit', PAGE);
    const filter: ObjectFilter = {
      workspace: pathId('group', group),
      box: parameters.box('bbox'),
      type: parameters.text('type'),
      includeArchived: parameters.flag('includeArchived'),
      narrowing: forwardedNarrowing(narrowed),
    };
    const isSnapshot = parameters.flag('snapshot');
    const wanted = searchQueryOf(parameters, filter);
    if (wanted && isSnapshot) throw invalidParameter('snapshot', 'It goes with type and bbox alone: the feed that goes on from it can not follow q, near or field.');
    if (wanted) return this.found(group, query, wanted, parameters.text('page', MAX_PAGE_CHARACTERS), limit);
    const list = listName(isSnapshot ? 'snapshot' : 'objects', filter);
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const [after, begun] = page === undefined ? [] : (this.pages.decode(list, page) as [string, string?]);
    // Before the first object is read: what changes from then on comes behind the cursor.
    const cursor = isSnapshot ? (begun ?? (await this.feed.cursorNow(filter.workspace, viewOf(filter)))) : undefined;
    const { objects, more } = await this.list.page(filter, after, limit);
    const end = objects.at(-1);
    const next = more && end ? nextUrl(`/groups/${encodeURIComponent(group)}/externalObjects`, query, this.pages.encode(list, [end.externalId, ...(cursor === undefined ? [] : [cursor])])) : null;
    return { objects, next, cursor };
  }

  private async found(group: string, query: RawQuery, wanted: SearchQuery, page: string | undefined, limit: number): Promise<ObjectPage> {
    const list = listName('search', wanted);
    const { found, end, incomplete } = await this.search.page(wanted, page === undefined ? undefined : this.pages.decode(list, page), limit);
    return {
      objects: found.map(({ object, distance }) => (distance === undefined ? object : { ...object, distance: Math.round(distance * 100) / 100 })),
      next: end === undefined ? null : nextUrl(`/groups/${encodeURIComponent(group)}/externalObjects`, query, this.pages.encode(list, end)),
      near: wanted.near,
      incomplete,
    };
  }

  @Get(':externalId')
  @Header('cache-control', 'no-store')
  async object(@Param('group') group: string, @Param('externalId') externalId: string, @Query() query: RawQuery, @Headers(NARROWED_HEADER) narrowed?: string): Promise<ReadModel> {
    new QueryParameters(query, []);
    return this.find(pathId('group', group), pathId('externalId', externalId), forwardedNarrowing(narrowed));
  }

  @Get(':externalId/history')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'application/json; charset=utf-8')
  async history(@Param('group') group: string, @Param('externalId') externalId: string, @Query() query: RawQuery, @Headers(NARROWED_HEADER) narrowed?: string): Promise<string> {
    const parameters = new QueryParameters(query, ['from', 'to', 'order', 'limit', 'page']);
    const limit = parameters.integer('limit', PAGE);
    const wanted = {
      workspace: pathId('group', group),
      externalId: pathId('externalId', externalId),
      from: parameters.time('from'),
      to: parameters.time('to'),
      order: parameters.choice('order', ['newest', 'oldest'], 'newest'),
    };
    const narrowing = forwardedNarrowing(narrowed);
    if (narrowing?.bbox !== undefined) throw new Problem('forbidden', 'What is narrowed to an area shows where objects are now, and no history: that may lie outside.');
    const list = listName('history', { ...wanted, narrowing });
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const after = page === undefined ? undefined : (this.pages.decode(list, page) as HistoryPosition);
    // Whether a narrowed token may see it depends on what the object is now.
    if (narrowing) await this.find(wanted.workspace, wanted.externalId, narrowing);
    const { lines, last } = await this.histories.page(wanted, after, limit);
    if (lines.length === 0) await this.find(wanted.workspace, wanted.externalId);
    const path = `/groups/${encodeURIComponent(group)}/externalObjects/${encodeURIComponent(externalId)}/history`;
    const next = last ? nextUrl(path, query, this.pages.encode(list, last)) : null;
    return `{"history":[${lines.map((line) => narrowedLine(line, narrowing)).join(',\n')}],"next":${JSON.stringify(next)}}`;
  }

  private async find(workspace: string, externalId: string, narrowing?: Narrowing): Promise<ReadModel> {
    const object = await this.list.find(workspace, externalId, narrowing);
    if (!object) throw new Problem('unknown-object', 'No object with this externalId is in this workspace. A new one appears here some milliseconds after its update was answered.');
    return object;
  }
}

/** The feed of the same objects. */
function viewOf({ type, box, narrowing }: ObjectFilter): FeedView {
  return { narrowing, filter: type === undefined && box === undefined ? undefined : { types: type === undefined ? undefined : [type], box } };
}

/** What a page is bound to: its list, its filter and what the token is narrowed to. */
function listName(list: string, { narrowing, ...filter }: { narrowing?: Narrowing }): string {
  return JSON.stringify([list, filter, ...(narrowing ? [narrowingKey(narrowing)] : [])]);
}

/** The same list, from where the page ended. */
function nextUrl(path: string, query: RawQuery, page: string): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => (name === 'page' ? [] : [value].flat().map((each): [string, string] => [name, String(each)])));
  return `${path}?${new URLSearchParams([...parameters, ['page', page]]).toString()}`;
}
