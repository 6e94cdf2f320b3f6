import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import {
  type FieldSighting,
  SIGHTING_CATEGORIES,
  SIGHTING_SAMPLE_CHARACTERS,
  SIGHTING_SAMPLES,
} from '#contracts/directory/field-sighting.js';
import type { FieldRecord } from '#contracts/directory/records.js';
import { nextOf } from '../../storage/next-of.js';
import { POOL } from '../../storage/storage.module.js';

/** A field that waits for review, with its definition if it has one; times in RFC 3339. */
export interface FieldUnderReview {
  name: string;
  /** Approximate number of values; repeated calls count again. */
  count: number;
  /** Number of values that broke the approved definition. */
  conflicts: number;
  firstSeen: string;
  lastSeen: string;
  types: { String: number; Number: number; Category: number };
  samples: string[];
  /** For values of type Category, the received categories, up to a limit. */
  categories: { namespace: string; categoryName: string }[];
  definition: FieldRecord | null;
}

interface SightingRow {
  name: string;
  count: number;
  conflicts: number;
  first_seen: Date;
  last_seen: Date;
  strings: number;
  numbers: number;
  categories: number;
  samples: string[];
  definition: Omit<FieldRecord, 'workspace' | 'name'> | null;
}

/** Most field names per workspace, so that a device that invents names cannot fill the disk. */
const MAX_NAMES = 2000;
const MAX_PAGE = 200;

/** Received fields that are undefined, or whose values break their definition. */
@Injectable()
export class FieldSightings {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** A page, ordered by name; `after` is the last name of the previous page. */
  async review(workspace: string, after: string): Promise<{ fields: FieldUnderReview[]; next: string | null }> {
    const { rows } = await this.pool.query<SightingRow>(
      `select s.*, d.definition from field_sighting s left join field_definition d on d.workspace = s.workspace and d.name = s.name
       where s.workspace = $1 and s.name > $2 order by s.name limit $3`,
      [workspace, after, MAX_PAGE],
    );
    return { fields: rows.map((row) => viewOf(workspace, row)), next: nextOf(rows, MAX_PAGE, 'name') };
  }

  /** Deletes fields that were not received for a long time; for upkeep. */
  async forget(maxRows: number): Promise<void> {
    await this.pool.query(
      `delete from field_sighting where ctid = any(array(select ctid from field_sighting
        where last_seen < now() - make_interval(days => $1) limit $2))`,
      [KEPT_DAYS, maxRows],
    );
  }

  /**
   * Stores sightings of gateways. Drops sightings for unknown workspaces, and new names beyond 2,000 in a workspace. Since gateways report
   * some seconds late, it also drops sightings of fields that are ignored or approved by now, unless values broke the approved definition.
   */
  async add(sightings: readonly FieldSighting[]): Promise<void> {
    const of = <T>(pick: (sighting: FieldSighting) => T): T[] => sightings.map(pick);
    await this.pool.query(MERGE, [
      of(({ workspace }) => workspace),
      of(({ field }) => field),
      of(({ count }) => count),
      of(({ conflicts }) => conflicts),
      of(({ firstSeen }) => firstSeen),
      of(({ lastSeen }) => lastSeen),
      of(({ types }) => types.String ?? 0),
      of(({ types }) => types.Number ?? 0),
      of(({ types }) => types.Category ?? 0),
      of(({ samples }) => JSON.stringify(samples)),
      MAX_NAMES,
      SIGHTING_SAMPLES,
      SIGHTING_CATEGORIES,
    ]);
  }
}

/** Days after which a field that is no longer received needs no review, and its samples are deleted. */
const KEPT_DAYS = 90;

/**
 * One row per field; sightings of the same field in one call are added up before. In key order, so that two calls cannot deadlock.
 */
const MERGE = `
  with reported as (
    select workspace, name, sum(count)::bigint as count, sum(conflicts)::bigint as conflicts, min(first_seen) as first_seen,
    max(last_seen) as last_seen,
      sum(strings)::bigint as strings, sum(numbers)::bigint as numbers, sum(categories)::bigint as categories,
      (array_agg(samples))[1] as samples
    from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[], $7::bigint[],
    $8::bigint[], $9::bigint[], $10::text[])
      as t (workspace, name, count, conflicts, first_seen, last_seen, strings, numbers, categories, samples)
    group by workspace, name
  ), known as (
    select t.*, s.name is not null as there from reported t
    join workspace w on w.id = t.workspace and w.status in ('active', 'suspended')
    left join field_sighting s on s.workspace = t.workspace and s.name = t.name
    left join field_definition d on d.workspace = t.workspace and d.name = t.name
    where case d.definition->>'review' when 'ignored' then false when 'approved' then t.conflicts > 0 else true end
  ), ranked as (
    select k.*, row_number() over (partition by workspace, there order by name)
      + case when there then 0 else (select count(*) from field_sighting s where s.workspace = k.workspace) end as place
    from known k
  )
  insert into field_sighting as held (workspace, name, count, conflicts, first_seen, last_seen, strings, numbers, categories, samples)
  select workspace, name, count, conflicts, first_seen, last_seen, strings, numbers, categories,
  array(select jsonb_array_elements_text(samples::jsonb))
  from ranked where there or place <= $11 order by workspace, name
  on conflict (workspace, name) do update set
    count = held.count + excluded.count, conflicts = held.conflicts + excluded.conflicts,
    first_seen = least(held.first_seen, excluded.first_seen), last_seen = greatest(held.last_seen, excluded.last_seen),
    strings = held.strings + excluded.strings, numbers = held.numbers + excluded.numbers,
    categories = held.categories + excluded.categories,
    samples = (array(select distinct s from unnest(held.samples || excluded.samples) as s order by s))[1:case
    when held.categories + excluded.categories > 0 then $13::int else $12::int end]`;

/** The category in a sample; undefined if the sample was cut. */
function categoryIn(sample: string): { namespace: string; categoryName: string }[] {
  const at = sample.indexOf('/');
  const whole = at > 0 && at < sample.length - 1 && [...sample].length < SIGHTING_SAMPLE_CHARACTERS;
  return whole ? [{ namespace: sample.slice(0, at), categoryName: sample.slice(at + 1) }] : [];
}

function viewOf(workspace: string, row: SightingRow): FieldUnderReview {
  const { name, count, conflicts, samples, definition } = row;
  return {
    name,
    count,
    conflicts,
    firstSeen: row.first_seen.toISOString(),
    lastSeen: row.last_seen.toISOString(),
    types: { String: row.strings, Number: row.numbers, Category: row.categories },
    samples: samples.slice(0, SIGHTING_SAMPLES),
    categories: row.categories > 0 ? samples.flatMap(categoryIn) : [],
    definition: definition && { workspace, name, ...definition },
  };
}
