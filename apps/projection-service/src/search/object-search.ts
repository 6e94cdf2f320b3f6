import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { READ_POOL } from '../storage/pools.js';
import type { FoundPage, SearchPosition } from './found-page.js';
import { MatchingObjects } from './matching-objects.js';
import { NearestObjects, type NearQuery } from './nearest-objects.js';
import { ObjectsByWords, type WordsQuery } from './objects-by-words.js';
import type { SearchQuery } from './search-query.js';

/** Finds objects by distance, by words, or by their fields. The kind of search decides the order. */
@Injectable()
export class ObjectSearch {
  private readonly nearest: NearestObjects;
  private readonly byWords: ObjectsByWords;
  private readonly matching: MatchingObjects;

  constructor(@Inject(READ_POOL) pool: Pool) {
    this.nearest = new NearestObjects(pool);
    this.byWords = new ObjectsByWords(pool);
    this.matching = new MatchingObjects(pool);
  }

  /** @throws Problem 503 when the search takes too long */
  page(query: SearchQuery, after: SearchPosition | undefined, limit: number): Promise<FoundPage> {
    if (query.near !== undefined) return this.nearest.page(query as NearQuery, after, limit);
    if (query.words !== undefined) return this.byWords.page(query as WordsQuery, after, limit);
    return this.matching.page(query, after, limit);
  }
}
