import { isDeepStrictEqual } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import type { AreaRecord } from '#contracts/areas/area-record.js';
import { uuidV7 } from '#contracts/uuid-v7.js';
import { boxesOf, type LonLatBox } from '#geofence/boxes.js';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import { type AreaPublisher, ORDER_LOCK } from '../publishing/area-publisher.js';
import type { AreaContent } from './checked-area.js';
import { refuseCrowd } from './crowded-places.js';

export interface AreaFilter {
  category?: string;
  /** west > east crosses the antimeridian. */
  box?: LonLatBox;
}

export interface AreaLimits {
  /** Limit per workspace. */
  readonly areas: number;
  /** Limit of areas whose boxes contain one place. */
  readonly atAPlace: number;
}

/** Size limit of a page as JSON; one area can have up to half a megabyte. */
const PAGE_BYTES = 4 * 1024 * 1024;

const INSERT = `insert into area (area_id, workspace, category, revision, outline_revision, body, updated_at)
  select i, $2, c, r, r, b::json, $6 from unnest($1::uuid[], $3::text[], $4::bigint[], $5::text[]) as u(i, c, r, b)`;

/** An area that was deleted here during the move is created again. */
const ADOPT = `insert into area (area_id, workspace, category, revision, outline_revision, body, updated_at)
  values ($1, $2, $3, $4, $4, $5::json, $6)
  on conflict (area_id) do update set category = $3, revision = $4, outline_revision = $4, body = $5::json, updated_at = $6,
    published = false`;

/** Areas as people define them. A row and the publication of its change commit together or not at all. */
export class Areas {
  constructor(
    private readonly pool: Pool,
    private readonly publisher: Pick<AreaPublisher, 'wake'>,
    private readonly limits: AreaLimits,
  ) {}

  /**
   * In order of creation. A page has fewer than `limit` areas when they exceed 4 MB together, but never none.
   * @param after areaId of the last area on the previous page
   */
  async list(
    workspace: string,
    { category, box }: AreaFilter,
    after: string | undefined,
    limit: number,
  ): Promise<{ areas: AreaRecord[]; next: string | null }> {
    const values: unknown[] = [workspace];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const conditions = ['workspace = $1', 'body is not null'];
    if (after !== undefined) conditions.push(`area_id > ${value(after)}`);
    if (category !== undefined) conditions.push(`category = ${value(category)}`);
    if (box) {
      const [west, east] = [`${value(box.west)}::float8`, `${value(box.east)}::float8`];
      const longitudesOverlap =
        box.west <= box.east ? `b.west <= ${east} and b.east >= ${west}` : `(b.west <= ${east} or b.east >= ${west})`;
      conditions.push(
        `exists (select from area_box b where b.area_id = a.area_id and ${longitudesOverlap} and b.south <= ${value(box.north)}::float8
          and b.north >= ${value(box.south)}::float8)`,
      );
    }
    const { rows } = await this.pool.query<{ body: AreaRecord; last: boolean }>(
      pageOf(`select area_id, body from area a where ${conditions.join(' and ')} order by area_id limit ${limit + 1}`),
      values,
    );
    const whole = rows.at(-1)?.last ?? true;
    const areas = rows.slice(0, limit).map(({ body }) => body);
    return { areas, next: rows.length > limit || !whole ? areas.at(-1)!.areaId : null };
  }

  /** @throws Problem 404, also for an area of another workspace, so that callers cannot distinguish the two */
  async read(workspace: string, areaId: string): Promise<AreaRecord> {
    return held(
      await this.pool.query<{ body: AreaRecord | null }>('select body from area where area_id = $1 and workspace = $2', [
        areaId,
        workspace,
      ]),
    );
  }

  /** Creates all or none. @throws Problem 409 when the workspace reaches its limit, or its limit over one place */
  async create(workspace: string, contents: readonly AreaContent[]): Promise<AreaRecord[]> {
    return this.changing(async (client) => {
      await this.requireRoom(client, workspace, contents.length);
      await refuseCrowd(client, workspace, contents, this.limits.atAPlace);
      const { rows } = await client.query<{ revision: number }>(`select nextval('area_revision') as revision from generate_series(1, $1)`, [
        contents.length,
      ]);
      const now = new Date();
      const at = now.toISOString();
      const made = contents.map((content, index): AreaRecord => {
        const revision = rows[index]!.revision;
        return {
          areaId: uuidV7(now.getTime()),
          workspace,
          ...content,
          revision,
          outlineRevision: revision,
          outlineUpdatedAt: at,
          createdAt: at,
          updatedAt: at,
        };
      });
      await client.query(INSERT, [
        made.map(({ areaId }) => areaId),
        workspace,
        made.map(({ category }) => category ?? null),
        made.map(({ revision }) => revision),
        made.map((area) => JSON.stringify(area)),
        now,
      ]);
      await writeBoxes(client, made);
      return made;
    });
  }

  /**
   * Sets an area of a workspace that is being moved here, under the id that it had. Sent again it changes nothing.
   * @throws Problem 409 when the id belongs to another workspace, or as `create`
   */
  async adopt(workspace: string, areaId: string, content: AreaContent, createdAt: string): Promise<AreaRecord> {
    return this.changing(async (client) => {
      const { rows } = await client.query<{ workspace: string; body: AreaRecord | null }>(
        'select workspace, body from area where area_id = $1 for no key update',
        [areaId],
      );
      const present = rows[0];
      if (present !== undefined && present.workspace !== workspace)
        throw new Problem('conflict', `The area ${areaId} belongs to another workspace here.`);
      const before = present?.body ?? undefined;
      if (before?.createdAt === createdAt && isDeepStrictEqual(contentOf(before), contentOf(content))) return before;
      if (before === undefined) await this.requireRoom(client, workspace, 1);
      await refuseCrowd(client, workspace, [content], this.limits.atAPlace, areaId);
      const { rows: next } = await client.query<{ revision: number }>(`select nextval('area_revision') as revision`);
      const revision = next[0]!.revision;
      const at = new Date().toISOString();
      const area: AreaRecord = {
        areaId,
        workspace,
        ...content,
        revision,
        outlineRevision: revision,
        outlineUpdatedAt: at,
        createdAt,
        updatedAt: at,
      };
      await client.query(ADOPT, [areaId, workspace, content.category ?? null, revision, JSON.stringify(area), at]);
      await client.query('delete from area_box where area_id = $1', [areaId]);
      await writeBoxes(client, [area]);
      return area;
    });
  }

  /**
   * @param ifRevision undefined: any current revision
   * @throws Problem 404, 409 as `create`, 412
   */
  async replace(workspace: string, areaId: string, content: AreaContent, ifRevision: number | undefined): Promise<AreaRecord> {
    return this.changing(async (client) => {
      const before = await lockedArea(client, workspace, areaId, ifRevision);
      const { rows } = await client.query<{ revision: number }>(`select nextval('area_revision') as revision`);
      const revision = rows[0]!.revision;
      const at = new Date().toISOString();
      const outline = isDeepStrictEqual(outlineOf(before), outlineOf(content))
        ? { outlineRevision: before.outlineRevision, outlineUpdatedAt: before.outlineUpdatedAt }
        : { outlineRevision: revision, outlineUpdatedAt: at };
      if (outline.outlineRevision === revision) await refuseCrowd(client, workspace, [content], this.limits.atAPlace, areaId);
      const area: AreaRecord = { areaId, workspace, ...content, revision, ...outline, createdAt: before.createdAt, updatedAt: at };
      await client.query(
        'update area set category = $2, revision = $3, outline_revision = $4, body = $5::json, updated_at = ' +
          '$6, published = false where area_id = $1',
        [areaId, content.category ?? null, revision, area.outlineRevision, JSON.stringify(area), at],
      );
      await client.query('delete from area_box where area_id = $1', [areaId]);
      await writeBoxes(client, [area]);
      return area;
    });
  }

  /** @throws Problem 404, 412 */
  async remove(workspace: string, areaId: string, ifRevision: number | undefined): Promise<void> {
    await this.changing(async (client) => {
      await lockedArea(client, workspace, areaId, ifRevision);
      await withdraw(client, [areaId]);
    });
  }

  /** Removes all areas of a deleted workspace. @returns their number */
  async removeAll(workspace: string): Promise<number> {
    return this.changing(async (client) => {
      const { rows } = await client.query<{ area_id: string }>(
        'select area_id from area where workspace = $1 and body is not null limit 1000',
        [workspace],
      );
      await withdraw(
        client,
        rows.map(({ area_id }) => area_id),
      );
      return rows.length;
    });
  }

  private async requireRoom(client: PoolClient, workspace: string, wanted: number): Promise<void> {
    const { rows } = await client.query<{ count: number }>('select count(*) as count from area where workspace = $1 and body is not null', [
      workspace,
    ]);
    const { count } = rows[0]!;
    if (count + wanted <= this.limits.areas) return;
    throw new Problem(
      'conflict',
      `The workspace has ${count} areas and may have at most ${this.limits.areas}; delete unused ones, or ask the operator for ` +
        'more (MAX_AREAS).',
    );
  }

  private async changing<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const result = await inTransaction(this.pool, async (client) => {
      await client.query(ORDER_LOCK);
      return work(client);
    });
    this.publisher.wake();
    return result;
  }
}

/**
 * Takes rows from `rows` (area_id, body) while the rows before them are smaller than a page; `last` marks the last of all rows. Postgres
 * knows the compressed size without reading the value, and it never exceeds the real size: only rows that may fit are read.
 */
const pageOf = (rows: string): string => `
  select body, place = count as last from (
    select body, place, count, sum(octet_length(body::text)) over (order by place) - octet_length(body::text) as before from (
      select area_id, body, row_number() over page as place, count(*) over () as count,
      sum(pg_column_size(body)) over page - pg_column_size(body) as stored_before
      from (${rows}) chosen window page as (order by area_id)
    ) measured where stored_before < ${PAGE_BYTES}
  ) page where before < ${PAGE_BYTES} order by place`;

const contentOf = (area: AreaContent | AreaRecord): unknown => ({
  name: area.name,
  category: area.category,
  outline: outlineOf(area),
});

const outlineOf = ({
  geometry,
  floor,
  confirmSeconds,
  dwellSeconds,
  absentSeconds,
}: Pick<AreaRecord, 'geometry' | 'floor' | 'confirmSeconds' | 'dwellSeconds' | 'absentSeconds'>): unknown =>
  JSON.parse(JSON.stringify({ geometry, floor, confirmSeconds, dwellSeconds, absentSeconds }));

function held({ rows }: { rows: { body: AreaRecord | null }[] }): AreaRecord {
  const body = rows[0]?.body;
  if (!body) throw new Problem('not-found', 'No such area in this workspace.');
  return body;
}

async function lockedArea(client: PoolClient, workspace: string, areaId: string, ifRevision: number | undefined): Promise<AreaRecord> {
  const area = held(
    await client.query<{ body: AreaRecord | null }>('select body from area where area_id = $1 and workspace = $2 for no key update', [
      areaId,
      workspace,
    ]),
  );
  if (ifRevision !== undefined && area.revision !== ifRevision)
    throw new Problem(
      'revision-conflict',
      `The area has revision ${area.revision}, not ${ifRevision}, because someone else changed it. Read it again, and repeat the change if it still applies.`,
      { headers: { etag: `"${area.revision}"` } },
    );
  return area;
}

async function withdraw(client: PoolClient, areaIds: readonly string[]): Promise<void> {
  await client.query(
    `update area set category = null, revision = nextval('area_revision'), body = null, updated_at = now(), published = false
      where area_id = any($1::uuid[])`,
    [areaIds],
  );
  await client.query('delete from area_box where area_id = any($1::uuid[])', [areaIds]);
}

async function writeBoxes(client: PoolClient, areas: readonly AreaRecord[]): Promise<void> {
  const boxes = areas.flatMap((area) => boxesOf(area.geometry).map((box) => ({ areaId: area.areaId, ...box })));
  await client.query(
    'insert into area_box (area_id, west, south, east, north) select * from unnest($1::uuid[], ' +
      '$2::float8[], $3::float8[], $4::float8[], $5::float8[])',
    [
      boxes.map(({ areaId }) => areaId),
      boxes.map(({ west }) => west),
      boxes.map(({ south }) => south),
      boxes.map(({ east }) => east),
      boxes.map(({ north }) => north),
    ],
  );
}
