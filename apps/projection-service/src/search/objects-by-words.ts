import type { Pool, PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { likenessSchema } from '../indexing/likeness-index.js';
import { inBoundedTime } from '../reading/bounded-time.js';
import { objectConditions } from '../reading/object-list.js';
import { readModel } from '../reading/read-model.js';
import { conditionSql } from './field-condition.js';
import type { FoundObject, FoundPage, SearchPosition } from './found-page.js';
import type { SearchQuery } from './search-query.js';
import { endOf, visibleSql, wordsSql } from './words-sql.js';

export type WordsQuery = SearchQuery & { words: string };

const PATIENCE_MS = 5_000;
const LOOK = 2000;
/** Of one page; then it ends where it is, and the next one goes on. */
const LOOKED_AT = 20_000;
/** What is alike is compared so far: the likest of more would not be known without all of them. */
const ALIKE = 2000;
/** 0…1 (pg_trgm): two letters that changed places in a word of five are 0.5. */
const LIKENESS = 0.45;
/** Shorter ones are like too much. */
const LEAST_CHARACTERS = 3;

interface WordsRow {
  words: string;
  external_id: string;
  source: string;
  state: ObjectState | null;
}

/**
 * Objects of which the id, the title or a value begins with the words, by what begins so and then by id; behind them those where
 * something is like them, the likest first. What does not change meanwhile is on one page.
 */
export class ObjectsByWords {
  private likeness: Promise<string | undefined> | undefined;

  constructor(private readonly pool: Pool) {}

  page(query: WordsQuery, position: SearchPosition | undefined, limit: number): Promise<FoundPage> {
    return inBoundedTime(this.pool, PATIENCE_MS, async (client) => {
      const begins: FoundPage = position?.[0] === 'like' ? { found: [] } : await this.beginning(client, query, position, limit);
      if (begins.end !== undefined || query.words.length < LEAST_CHARACTERS) return begins;
      const schema = await this.likenessSchema();
      if (schema === undefined) return begins;
      if (begins.found.length === limit) return { ...begins, end: ['like', 2, ''] };
      const alike = await this.alike(client, schema, query, position?.[0] === 'like' ? position : ['like', 2, ''], limit - begins.found.length);
      return { ...alike, found: [...begins.found, ...alike.found] };
    });
  }

  /** Asked anew as long as it is not there. */
  private async likenessSchema(): Promise<string | undefined> {
    this.likeness ??= likenessSchema(this.pool).catch(() => undefined);
    const schema = await this.likeness;
    if (schema === undefined) this.likeness = undefined;
    return schema;
  }

  private async beginning(client: PoolClient, query: WordsQuery, position: SearchPosition | undefined, limit: number): Promise<FoundPage> {
    const found: FoundObject[] = [];
    let after = position?.slice(1) ?? ['', '', ''];
    for (let looked = 0; ; ) {
      const values: unknown[] = [];
      const value = (given: unknown): string => `$${values.push(given)}`;
      const [workspace, from, to] = [value(query.workspace), value(query.words), value(endOf(query.words))];
      const beyond = `(t.words, t.external_id, t.source) > (${value(after[0])}, ${value(after[1])}, ${value(after[2])})`;
      // Each object once, at the first of its places.
      const isFirst = `not exists (select from object_text b where b.workspace = t.workspace and b.external_id = t.external_id and b.words >= ${from} and b.words < ${to}
        and ${visibleSql('b', query.narrowing, value)} and (b.words, b.source) < (t.words, t.source))`;
      const { rows } = await client.query<WordsRow>(
        `with t as materialized (
           select t.workspace, t.words, t.external_id, t.source from object_text t
           where t.workspace = ${workspace} and t.words >= ${from} and t.words < ${to} and ${visibleSql('t', query.narrowing, value)} and ${beyond}
           order by t.words, t.external_id, t.source limit ${LOOK}
         )
         select t.words, t.external_id, t.source, o.state from t
         left join lateral (select state from object_state where external_id = t.external_id and ${meetsSql(query, value)} and ${isFirst}) o on true
         order by t.words, t.external_id, t.source`,
        values,
      );
      for (const row of rows) {
        if (row.state !== null) found.push({ object: readModel(row.state, query.narrowing) });
        after = [row.words, row.external_id, row.source];
        if (found.length === limit && (row !== rows.at(-1) || rows.length === LOOK)) return { found, end: ['begins', ...after] };
      }
      looked += rows.length;
      if (rows.length < LOOK) return { found };
      if (looked >= LOOKED_AT) return { found, end: ['begins', ...after] };
    }
  }

  private async alike(client: PoolClient, schema: string, query: WordsQuery, [, likeness, id]: SearchPosition, limit: number): Promise<FoundPage> {
    const values: unknown[] = [];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const words = value(query.words);
    const score = (row: string): string => `${schema}.word_similarity(${words}, ${row}.words)::float8`;
    await client.query(`set local pg_trgm.word_similarity_threshold = ${LIKENESS}`);
    const { rows } = await client.query<{ state: ObjectState; likeness: number; compared: number }>(
      `with t as materialized (
         select t.external_id, ${score('t')} as likeness from object_text t
         where t.workspace = ${value(query.workspace)} and ${words} operator(${schema}.<%) t.words and ${visibleSql('t', query.narrowing, value)} limit ${ALIKE + 1}
       ), best as (
         select external_id, max(likeness) as likeness from t group by external_id
       )
       select o.state, b.likeness, (select count(*)::int from t) as compared from best b
       join lateral (select o.workspace, o.external_id, o.state from object_state o where o.external_id = b.external_id and ${meetsSql(query, value)}) o on not ${wordsSql(query.words, query.narrowing, 'o', value)}
       where (-b.likeness, b.external_id) > (-${value(likeness)}::float8, ${value(id)}) order by b.likeness desc, b.external_id limit ${limit + 1}`,
      values,
    );
    const taken = rows.slice(0, limit);
    const last = taken.at(-1);
    return {
      found: taken.map(({ state }) => ({ object: readModel(state, query.narrowing) })),
      ...(rows.length > limit && last !== undefined && { end: ['like', last.likeness, last.state.externalId] }),
      ...((rows[0]?.compared ?? 0) > ALIKE && { incomplete: true as const }),
    };
  }
}

function meetsSql(query: SearchQuery, value: (given: unknown) => string): string {
  return [...objectConditions(query, value), ...query.conditions.map((condition) => conditionSql(condition, value))].join(' and ');
}
