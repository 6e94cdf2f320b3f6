import { Pool } from 'undici';
import type { WebhookFilterDto } from '#contracts/webhooks/webhook.dto.js';
import { PROBLEM_TYPES, type ProblemType } from '#problems/problem-types.js';
import { Problem, PROBLEM_MEDIA_TYPE, type ProblemBody } from '#problems/problem.js';

/** The part of a workspace's feed that a webhook receives. */
export interface FeedWanted {
  workspace: string;
  mode: 'events' | 'state';
  filter: WebhookFilterDto;
}

/** A change as the projection wrote it; only these members are used here. */
export interface FeedChange {
  externalId: string;
  revision: number;
  /** RFC 3339. */
  receivedAt: string;
}

/** A page of the feed. */
export interface FeedPage {
  changes: readonly FeedChange[];
  cursor: string;
  more: boolean;
}

const CONNECT_TIMEOUT_MS = 1000;
const ANSWER_TIMEOUT_MS = 10_000;

/** Reads the feed over the projection's internal HTTP, like every other reader. */
export class FeedClient {
  private readonly pool: Pool;

  constructor(
    url: string,
    private readonly internalToken: string,
    connections: number,
  ) {
    this.pool = new Pool(url, { connections, pipelining: 1, connect: { timeout: CONNECT_TIMEOUT_MS }, keepAliveTimeout: 4000 });
  }

  /**
   * The changes after the cursor: as soon as there are any, at the latest after the wait.
   * @throws Problem cursor-expired, invalid-cursor, overloaded, unavailable
   */
  async page(wanted: FeedWanted, cursor: string, limit: number, waitSeconds: number, signal: AbortSignal): Promise<FeedPage> {
    const query = queryOf(wanted);
    query.set('cursor', cursor);
    query.set('limit', String(limit));
    query.set('wait', String(waitSeconds));
    return this.get<FeedPage>(
      `/groups/${encodeURIComponent(wanted.workspace)}/changes?${query}`,
      AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000 + ANSWER_TIMEOUT_MS)]),
    );
  }

  /**
   * A cursor for this filter at `earliest`, `latest`, an RFC 3339 time or the position of another cursor of the workspace.
   * @throws Problem invalid-cursor, invalid-parameter for a filter that the feed does not support, unavailable
   */
  async cursorAt(wanted: FeedWanted, from: string): Promise<string> {
    const query = queryOf(wanted);
    query.set('from', from);
    return (
      await this.get<{ cursor: string }>(
        `/groups/${encodeURIComponent(wanted.workspace)}/feed-place?${query}`,
        AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      )
    ).cursor;
  }

  /** The erased ones among these objects, with the revision of each one's last erasure. @throws Problem unavailable */
  async erasedAmong(workspace: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { erased } = await this.ask<{ erased: { externalId: string; revision: number }[] }>(
      { method: 'POST', path: `/groups/${encodeURIComponent(workspace)}/erased-objects`, body: JSON.stringify({ externalIds }) },
      AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    );
    return new Map(erased.map(({ externalId, revision }) => [externalId, revision]));
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private get<T>(path: string, signal: AbortSignal): Promise<T> {
    return this.ask({ method: 'GET', path }, signal);
  }

  private async ask<T>(
    { body: sent, ...request }: { method: 'GET' | 'POST'; path: string; body?: string },
    signal: AbortSignal,
  ): Promise<T> {
    let failure: unknown;
    try {
      const { statusCode, headers, body } = await this.pool.request({
        ...request,
        body: sent,
        headers: { 'x-waymark-internal': this.internalToken, ...(sent !== undefined && { 'content-type': 'application/json' }) },
        signal,
      });
      if (statusCode === 200) return (await body.json()) as T;
      if (String(headers['content-type']).startsWith(PROBLEM_MEDIA_TYPE)) throw problemOf((await body.json()) as ProblemBody);
      await body.dump();
      failure = new Error(`The projection answered ${statusCode}.`);
    } catch (error) {
      if (error instanceof Problem) throw error;
      failure = error;
    }
    throw new Problem('unavailable', 'The feed cannot be read at the moment; try again.', {
      cause: failure,
      headers: { 'retry-after': '2' },
    });
  }
}

/** The feed's parameters by the members of a filter. */
const PARAMETERS: Record<keyof WebhookFilterDto, string> = {
  types: 'type',
  ids: 'id',
  idPrefix: 'idPrefix',
  fields: 'field',
  kinds: 'kind',
  areas: 'area',
  bbox: 'bbox',
};

/** The member of a webhook's settings that became a parameter of the feed, as a JSON pointer. */
export function pointerOf(parameter: string): string {
  const member = Object.entries(PARAMETERS).find(([, name]) => name === parameter)?.[0];
  return member === undefined ? `/${parameter}` : `/filter/${member}`;
}

function queryOf({ mode, filter: { bbox, ...lists } }: FeedWanted): URLSearchParams {
  const query = new URLSearchParams({ mode });
  for (const [member, value] of Object.entries(lists) as [keyof typeof lists, string | string[] | undefined][])
    for (const each of [value ?? []].flat()) query.append(PARAMETERS[member], each);
  if (bbox !== undefined) query.append(PARAMETERS.bbox, bbox.map(plainNumber).join(','));
  return query;
}

/** Without an exponent, which the feed does not accept. */
const plainNumber = (value: number): string => value.toFixed(12).replace(/\.?0+$/, '');

/** The projection's problem when it refused the request; its own failures are not the caller's fault. */
function problemOf({ type, detail, errors }: ProblemBody): Problem {
  const name = type.replace('urn:waymark:problem:', '') as ProblemType;
  if (!Object.hasOwn(PROBLEM_TYPES, name)) return new Problem('unavailable', 'The feed cannot be read at the moment; try again.');
  return new Problem(name, detail, { errors });
}
