import type { Pool } from 'pg';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { ReportParameters } from './report-parameters.js';
import type { Cell } from './report-table.js';

/** The facets that a report looks at, and into which group each of them falls. */
export interface FacetGroups {
  facets: number[];
  /** Place of each facet's group in `groups`. */
  groupOf: number[];
  /** Words of each group: `type`, `namespace` and `category` as far as they are asked for. */
  groups: Record<string, Cell>[];
}

/** The parameters by which a report on objects is narrowed. */
export const FACET_PARAMETERS = ['type', 'field', 'category'] as const;
const MOST_TYPES = 50;

interface FacetRow {
  id: number;
  type: string;
  categories: Record<string, [namespace: string, name: string]>;
}

/** @param by what the report is broken down by, as far as it is of an object: `type` and `category` (of the field `field`) */
export async function facetGroups(pool: Pool, workspace: string, by: readonly string[], parameters: ReportParameters): Promise<FacetGroups> {
  const types = parameters.texts('type', MOST_TYPES);
  const field = parameters.text('field');
  const category = parameters.text('category');
  if (by.includes('category') && field === undefined) throw invalidParameter('field', 'With by=category it must name the field of the kind Category.');
  if (category !== undefined && field === undefined) throw invalidParameter('field', 'With category it must name the field of the kind Category.');
  if (field !== undefined && category === undefined && !by.includes('category')) throw invalidParameter('field', 'It is for by=category, or for category.');
  const { rows } = await pool.query<FacetRow>('select id, type, categories from facet where workspace = $1 and ($2::text[] is null or type = any($2)) order by id', [workspace, types.length === 0 ? null : types]);
  const found: FacetGroups = { facets: [], groupOf: [], groups: [] };
  const places = new Map<string, number>();
  for (const { id, type, categories } of rows) {
    const held = field !== undefined && Object.hasOwn(categories, field) ? categories[field]! : undefined;
    if (category !== undefined && held?.[1] !== category && held?.join('/') !== category) continue;
    const group: Record<string, Cell> = {};
    if (by.includes('type')) group.type = type;
    if (by.includes('category')) Object.assign(group, { namespace: held?.[0] ?? null, category: held?.[1] ?? null });
    const key = JSON.stringify(group);
    if (!places.has(key)) places.set(key, found.groups.push(group) - 1);
    found.facets.push(id);
    found.groupOf.push(places.get(key)!);
  }
  return found;
}

/** Columns of the words of a group. */
export const groupColumns = (by: readonly string[]): string[] => by.flatMap((name) => (name === 'category' ? ['namespace', 'category'] : [name]));
