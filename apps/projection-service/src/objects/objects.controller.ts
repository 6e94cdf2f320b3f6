import { Controller, Get, Header, Headers, Param, Query, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Narrowing } from '#identity/caller.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { ChangesFeed } from '../feed/changes-feed.js';
import { type FeedFilter, type FeedView, requestedEvents } from '../feed/feed-filter.js';
import { MissingObjects } from '../reading/missing-objects.js';
import type { Near } from '../reading/near.js';
import { ARCHIVED, type Archived, type ObjectFilter } from '../reading/object-filter.js';
import { listName, nextUrl } from '../reading/page-links.js';
import { pathId } from '../reading/path-values.js';
import { QueryParameters, type RawQuery } from '../reading/query-parameters.js';
import type { ReadModel } from '../reading/read-model.js';
import { MAX_PAGE_CHARACTERS, PageCursors } from '../reading/signed-page.js';
import { shownFound } from '../search/found-page.js';
import { ObjectSearch } from '../search/object-search.js';
import { SEARCH_PARAMETERS, type SearchQuery, searchQueryOf } from '../search/search-query.js';
import { AGE_PARAMETERS, type AgeQuery, ageQueryOf } from './ages/age-query.js';
import { type AgePosition, type ObjectCount, ObjectsByAge } from './ages/objects-by-age.js';
import { ObjectList, SnapshotList } from './object-list.js';

const TYPES = { maxCount: 20, maxCharacters: 4096 };
const PAGE = { min: 1, max: 1000, default: 100 };

interface ObjectPage {
  /** With `distance` in metres for a search by distance, and `lastSeen` for a list by age. */
  objects: (ReadModel & { distance?: number; lastSeen?: string })[];
  next: string | null;
  /** For a search by distance: the centre. */
  near?: Near;
  /** For a search by words: not all similar text was compared. */
  incomplete?: true;
  /** For a list by age, on request: the number of matches on all pages. */
  count?: ObjectCount;
  /** For a snapshot, the same on all of its pages: the feed from here on contains all later changes. */
  cursor?: string;
}

/** The newest states of a workspace's objects; the gateway has authorised the caller. */
@Controller('groups/:group/externalObjects')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class ObjectsController {
  constructor(
    private readonly list: ObjectList,
    private readonly snapshots: SnapshotList,
    private readonly search: ObjectSearch,
    private readonly ages: ObjectsByAge,
    private readonly pages: PageCursors,
    private readonly feed: ChangesFeed,
    private readonly missing: MissingObjects,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async objects(@Param('group') group: string, @Query() query: RawQuery, @Headers(NARROWED_HEADER) narrowed?: string): Promise<ObjectPage> {
    const parameters = new QueryParameters(query, [
      'limit',
      'page',
      'bbox',
      'type',
      'archived',
      'includeArchived',
      'snapshot',
      'kind',
      'area',
      ...AGE_PARAMETERS,
      ...SEARCH_PARAMETERS,
    ]);
    const limit = parameters.integer('limit', PAGE);
    const filter: ObjectFilter = {
      workspace: pathId('group', group),
      box: parameters.box('bbox'),
      ...typesOf(parameters),
      archived: archivedOf(parameters),
      narrowing: forwardedNarrowing(narrowed),
    };
    const isSnapshot = parameters.flag('snapshot');
    const requested = requestedEvents(parameters);
    if (requested.events && !isSnapshot)
      throw invalidParameter(
        requested.areas ? 'area' : 'kind',
        'It requires snapshot=true; it selects the changes of the feed that continues from the snapshot.',
      );
    const wanted = searchQueryOf(parameters, filter);
    if (wanted && isSnapshot)
      throw invalidParameter(
        'snapshot',
        'It can be combined only with type and bbox, because the feed does not support q, near and field.',
      );
    const byAge = ageQueryOf(parameters, filter);
    if (byAge && (wanted || isSnapshot))
      throw invalidParameter(
        'order',
        'Lists by age can be combined with type, bbox and archived, but not with q, near, field or snapshot.',
      );
    if (byAge) return this.byAge(group, query, byAge, parameters.text('page', MAX_PAGE_CHARACTERS), limit);
    if (wanted) return this.found(group, query, wanted, parameters.text('page', MAX_PAGE_CHARACTERS), limit);
    const list = listName(isSnapshot ? 'snapshot' : 'objects', filter);
    const page = parameters.text('page', MAX_PAGE_CHARACTERS);
    const [after, begun] = page === undefined ? [] : (this.pages.decode(list, page) as [string, string?]);
    // Taken before the first object is read, so that later changes come after the cursor.
    const cursor = isSnapshot ? (begun ?? (await this.feed.cursorNow(filter.workspace, viewOf(filter, requested)))) : undefined;
    const { objects, more } = await (isSnapshot ? this.snapshots : this.list).page(filter, after, limit);
    const end = objects.at(-1);
    const next =
      more && end
        ? nextUrl(
            `/groups/${encodeURIComponent(group)}/externalObjects`,
            query,
            this.pages.encode(list, [end.externalId, ...(cursor === undefined ? [] : [cursor])]),
          )
        : null;
    return { objects, next, cursor };
  }

  private async found(group: string, query: RawQuery, wanted: SearchQuery, page: string | undefined, limit: number): Promise<ObjectPage> {
    const list = listName('search', wanted);
    const { found, end, incomplete } = await this.search.page(
      wanted,
      page === undefined ? undefined : this.pages.decode(list, page),
      limit,
    );
    return {
      objects: found.map(shownFound),
      next: end === undefined ? null : nextUrl(`/groups/${encodeURIComponent(group)}/externalObjects`, query, this.pages.encode(list, end)),
      near: wanted.near,
      incomplete,
    };
  }

  private async byAge(
    group: string,
    query: RawQuery,
    { query: wanted, isCounted }: { query: AgeQuery; isCounted: boolean },
    page: string | undefined,
    limit: number,
  ): Promise<ObjectPage> {
    const list = listName('ages', wanted);
    const { objects, end } = await this.ages.page(
      wanted,
      page === undefined ? undefined : (this.pages.decode(list, page) as AgePosition),
      limit,
    );
    // Counted only on the first page, for all pages.
    const { count: _counted, ...same } = query;
    return {
      objects,
      next: end === undefined ? null : nextUrl(`/groups/${encodeURIComponent(group)}/externalObjects`, same, this.pages.encode(list, end)),
      count: isCounted ? await this.ages.count(wanted) : undefined,
    };
  }

  @Get(':externalId')
  @Header('cache-control', 'no-store')
  async object(
    @Param('group') group: string,
    @Param('externalId') externalId: string,
    @Query() query: RawQuery,
    @Headers(NARROWED_HEADER) narrowed: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReadModel> {
    new QueryParameters(query, []);
    const object = await this.find(pathId('group', group), pathId('externalId', externalId), forwardedNarrowing(narrowed));
    // PATCH accepts it as If-Match.
    void reply.header('etag', `"${object.revision}"`);
    return object;
  }

  private async find(workspace: string, externalId: string, narrowing?: Narrowing): Promise<ReadModel> {
    const object = await this.list.find(workspace, externalId, narrowing);
    if (!object) throw await this.missing.problem(workspace, externalId, narrowing);
    return object;
  }
}

/** A single type is a condition of its own, for which searches can use counts. */
function typesOf(parameters: QueryParameters): Pick<ObjectFilter, 'type' | 'types'> {
  const types = parameters.texts('type', TYPES);
  return types?.length === 1 ? { type: types[0] } : { types };
}

/** @throws Problem invalid-parameter for two parameters that contradict each other */
function archivedOf(parameters: QueryParameters): Archived {
  const older = parameters.flag('includeArchived') ? 'include' : 'exclude';
  const archived = parameters.choice('archived', ARCHIVED, older);
  if (older === 'include' && archived !== 'include')
    throw invalidParameter('includeArchived', `It means archived=include and cannot be combined with archived=${archived}.`);
  return archived;
}

/** The feed of the same objects. */
function viewOf({ type, types, box, narrowing }: ObjectFilter, requested: Pick<FeedFilter, 'events' | 'areas'>): FeedView {
  const filter: FeedFilter = { types: type === undefined ? types : [type], ...requested, box };
  return { narrowing, filter: Object.values(filter).some((part) => part !== undefined) ? filter : undefined };
}
