import type { Pool, PoolClient } from 'pg';
import { inBoundedTime } from '../reading/bounded-time.js';
import { objectConditions } from '../reading/object-filter.js';
import { readModel } from '../reading/read-model.js';
import { type Owned, statesOf } from '../reading/states-within.js';
import { conditionSql } from './field-condition.js';
import type { FoundPage, SearchPosition } from './found-page.js';
import { likenessSchema } from './index/likeness-index.js';
import type { SearchQuery } from './search-query.js';
import { endOf, visibleSql, wordsSql } from './words-sql.js';

export type WordsQuery = SearchQuery & { words: string };

const TIMEOUT_MS = 5_000;
const LOOK = 2000;
/** Most rows examined for one page; the next page continues there. */
const LOOKED_AT = 20_000;
/** Most rows compared for similarity, since finding the most similar ones needs a comparison of all. */
const ALIKE = 2000;
/** Least similarity, 0…1 (pg_trgm); two swapped letters in a word of five give 0.5. */
const LIKENESS = 0.45;
/** Least length; shorter words are similar to too many others. */
const MIN_CHARACTERS = 3;

interface WordsRow {
  words: string;
  external_id: string;
  source: string;
  meets: boolean;
}

/** A found object and its position in the order. */
interface Place {
  externalId: string;
  position: SearchPosition;
}

type FoundPlaces = Omit<FoundPage, 'found'> & { places: Place[] };

/**
 * Objects whose id, title or a value begins with the words, ordered by the matching text and then by id; after them those with similar
 * text, the most similar first. An object that does not change while pages are read is on exactly one of them.
 */
export class ObjectsByWords {
  private likeness: Promise<string | undefined> | undefined;

  constructor(private readonly pool: Pool) {}

  page(query: WordsQuery, position: SearchPosition | undefined, limit: number): Promise<FoundPage> {
    return inBoundedTime(this.pool, TIMEOUT_MS, async (client) => {
      const begins: FoundPage =
        position?.[0] === 'like' ? { found: [] } : await shown(client, query, await this.beginning(client, query, position, limit));
      if (begins.end !== undefined || query.words.length < MIN_CHARACTERS) return begins;
      const schema = await this.likenessSchema();
      if (schema === undefined) return begins;
      if (begins.found.length === limit) return { ...begins, end: ['like', 2, ''] };
      const alike = await this.alike(
        client,
        schema,
        query,
        position?.[0] === 'like' ? position : ['like', 2, ''],
        limit - begins.found.length,
      );
      const page = await shown(client, query, alike);
      return { ...page, found: [...begins.found, ...page.found] };
    });
  }

  /** Schema of the extension; looked up again until it exists. */
  private async likenessSchema(): Promise<string | undefined> {
    this.likeness ??= likenessSchema(this.pool).catch(() => undefined);
    const schema = await this.likeness;
    if (schema === undefined) this.likeness = undefined;
    return schema;
  }

  private async beginning(
    client: PoolClient,
    query: WordsQuery,
    position: SearchPosition | undefined,
    limit: number,
  ): Promise<FoundPlaces> {
    const places: Place[] = [];
    let after = position?.slice(1) ?? ['', '', ''];
    for (let looked = 0; ;) {
      const values: unknown[] = [];
      const value = (given: unknown): string => `$${values.push(given)}`;
      const [workspace, from, to] = [value(query.workspace), value(query.words), value(endOf(query.words))];
      const beyond = `(t.words, t.external_id, t.source) > (${value(after[0])}, ${value(after[1])}, ${value(after[2])})`;
      // Each object only once, with its first matching text.
      const isFirst = `not exists (select from object_text b where b.workspace = t.workspace
        and b.external_id = t.external_id and b.words >= ${from} and b.words < ${to}
        and ${visibleSql('b', query.narrowing, value)} and (b.words, b.source) < (t.words, t.source))`;
      const { rows } = await client.query<WordsRow>(
        `with t as materialized (
           select t.workspace, t.words, t.external_id, t.source from object_text t
           where t.workspace = ${workspace} and t.words >= ${from} and t.words < ${to}
           and ${visibleSql('t', query.narrowing, value)} and ${beyond}
           order by t.words, t.external_id, t.source limit ${LOOK}
         )
         select t.words, t.external_id, t.source, o.external_id is not null as meets from t
         left join lateral (select external_id from object_state where external_id = t.external_id
         and ${meetsSql(query, value)} and ${isFirst}) o on true
         order by t.words, t.external_id, t.source`,
        values,
      );
      for (const row of rows) {
        after = [row.words, row.external_id, row.source];
        if (row.meets) places.push({ externalId: row.external_id, position: ['begins', ...after] });
        if (places.length === limit && (row !== rows.at(-1) || rows.length === LOOK)) return { places, end: ['begins', ...after] };
      }
      looked += rows.length;
      if (rows.length < LOOK) return { places };
      if (looked >= LOOKED_AT) return { places, end: ['begins', ...after] };
    }
  }

  private async alike(
    client: PoolClient,
    schema: string,
    query: WordsQuery,
    [, likeness, id]: SearchPosition,
    limit: number,
  ): Promise<FoundPlaces> {
    const values: unknown[] = [];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const words = value(query.words);
    const score = (row: string): string => `${schema}.word_similarity(${words}, ${row}.words)::float8`;
    await client.query(`set local pg_trgm.word_similarity_threshold = ${LIKENESS}`);
    // Forces the use of an index, so that rows of other workspaces are not read.
    await client.query('set local enable_seqscan = off');
    // Returns at least one row, since the comparison may have stopped at its limit even if no row is visible.
    const { rows } = await client.query<{ external_id: string | null; likeness: number; compared: number }>(
      `with t as materialized (
         select t.external_id, ${score('t')} as likeness from object_text t
         where t.workspace = ${value(query.workspace)} and ${words} operator(${schema}.<%) t.words
         and ${visibleSql('t', query.narrowing, value)} limit ${ALIKE + 1}
       ), best as (
         select external_id, max(likeness) as likeness from t group by external_id
       ), shown as (
         select b.external_id, b.likeness from best b
         join lateral (select o.workspace, o.external_id from object_state o where o.external_id = b.external_id
         and ${meetsSql(query, value)}) o on not ${wordsSql(query.words, query.narrowing, 'o', value)}
         where (-b.likeness, b.external_id) > (-${value(likeness)}::float8, ${value(id)})
         order by b.likeness desc, b.external_id limit ${limit + 1}
       )
       select s.external_id, s.likeness, c.compared from (select count(*)::int as compared from t) c left
       join shown s on true order by s.likeness desc, s.external_id`,
      values,
    );
    const places = rows.flatMap(({ external_id, likeness: of }) =>
      external_id === null ? [] : [{ externalId: external_id, position: ['like', of, external_id] }],
    );
    const taken = places.slice(0, limit);
    return {
      places: taken,
      ...(places.length > limit && { end: taken.at(-1)?.position }),
      ...(rows[0]!.compared > ALIKE && { incomplete: true as const }),
    };
  }
}

/** Loads the objects of a page. If they are too large for one page, it ends earlier. */
async function shown(client: PoolClient, { workspace, narrowing }: WordsQuery, { places, ...page }: FoundPlaces): Promise<FoundPage> {
  const { states } = await statesOf(
    client,
    places.map(({ externalId }): Owned => [externalId, workspace]),
  );
  const found = states.map((state) => ({ object: readModel(state, narrowing) }));
  return states.length < places.length ? { ...page, found, end: places[states.length - 1]!.position } : { ...page, found };
}

function meetsSql(query: SearchQuery, value: (given: unknown) => string): string {
  return [...objectConditions(query, value), ...query.conditions.map((condition) => conditionSql(condition, value))].join(' and ');
}
