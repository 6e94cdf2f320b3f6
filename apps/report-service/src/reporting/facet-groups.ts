import type { Pool } from 'pg';
import { invalidParameter } from '#problems/invalid-parameter.js';
import type { ReportParameters } from '../http/report-parameters.js';
import type { Cell } from './report-table.js';

/** The facets in a report, and the group of each. */
export interface FacetGroups {
  facets: number[];
  /** Index of each facet's group in `groups`. */
  groupOf: number[];
  /** The values of each group, for the requested ones of `type`, `namespace` and `category`. */
  groups: Record<string, Cell>[];
}

/** The parameters that filter a report on objects. */
export const FACET_PARAMETERS = ['type', 'field', 'category'] as const;
const MAX_TYPES = 50;

export interface FacetRow {
  id: number;
  type: string;
  categories: Record<string, [namespace: string, name: string]>;
}

/** The categories of one field by which a report is broken down or filtered. */
export class CategoriesOfField {
  private readonly field: string | undefined;
  private readonly only: string | undefined;
  /** Whether the report is broken down by them. */
  readonly isRequested: boolean;

  constructor(by: readonly string[], parameters: ReportParameters) {
    this.field = parameters.text('field');
    this.only = parameters.text('category');
    this.isRequested = by.includes('category');
    if (this.isRequested && this.field === undefined)
      throw invalidParameter('field', 'With by=category it must name the field of the kind Category.');
    if (this.only !== undefined && this.field === undefined)
      throw invalidParameter('field', 'With category it must name the field of the kind Category.');
    if (this.field !== undefined && this.only === undefined && !this.isRequested)
      throw invalidParameter('field', 'It requires by=category or category.');
  }

  /** Whether the report depends on categories. */
  get isNeeded(): boolean {
    return this.field !== undefined;
  }

  /** The values for these categories; undefined if they do not match the requested one. */
  wordsOf(categories: FacetRow['categories']): Record<string, Cell> | undefined {
    const held = this.field !== undefined && Object.hasOwn(categories, this.field) ? categories[this.field]! : undefined;
    if (this.only !== undefined && held?.[1] !== this.only && held?.join('/') !== this.only) return undefined;
    return this.isRequested ? { namespace: held?.[0] ?? null, category: held?.[1] ?? null } : {};
  }
}

/** @param by the part of the breakdown that concerns objects: `type` and `category` (of the field `field`) */
export async function facetGroups(
  pool: Pool,
  workspace: string,
  by: readonly string[],
  parameters: ReportParameters,
): Promise<FacetGroups> {
  const types = parameters.texts('type', MAX_TYPES);
  const ofField = new CategoriesOfField(by, parameters);
  const { rows } = await pool.query<FacetRow>(
    'select id, type, categories from facet where workspace = $1 and ($2::text[] is null or type = any($2)) order by id',
    [workspace, types.length === 0 ? null : types],
  );
  const found: FacetGroups = { facets: [], groupOf: [], groups: [] };
  const places = new Map<string, number>();
  for (const { id, type, categories } of rows) {
    const words = ofField.wordsOf(categories);
    if (words === undefined) continue;
    const group: Record<string, Cell> = { ...(by.includes('type') && { type }), ...words };
    const key = JSON.stringify(group);
    if (!places.has(key)) places.set(key, found.groups.push(group) - 1);
    found.facets.push(id);
    found.groupOf.push(places.get(key)!);
  }
  return found;
}

/** Columns for the values of a group. */
export const groupColumns = (by: readonly string[]): string[] =>
  by.flatMap((name) => (name === 'category' ? ['namespace', 'category'] : [name]));
