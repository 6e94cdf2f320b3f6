import type { FieldType } from '#object-rules/object.js';

/** A gateway's report about a field since its last one: the field has no definition, or values broke its definition. */
export interface FieldSighting {
  workspace: string;
  field: string;
  /** Values that were accepted, or refused because of a conflict. Counted on arrival, so a repeated call counts again. */
  count: number;
  /** Number of values among `count` that broke an approved definition. */
  conflicts: number;
  /** RFC 3339. */
  firstSeen: string;
  lastSeen: string;
  /** Number of values of each type. */
  types: Partial<Record<FieldType, number>>;
  /** At most SIGHTING_SAMPLES, or SIGHTING_CATEGORIES for a field with categories; each cut to SIGHTING_SAMPLE_CHARACTERS. */
  samples: string[];
}

export const SIGHTING_SAMPLES = 3;
/** More than for other fields: there are few categories, and a definition based on these samples must list all of them. */
export const SIGHTING_CATEGORIES = 50;
export const SIGHTING_SAMPLE_CHARACTERS = 64;
/** Most sightings in one call of POST /internal/field-sightings. */
export const MAX_SIGHTINGS = 100;
/** Fields with longer names, which only a changed setting permits, are not offered for review. */
export const MAX_SIGHTED_NAME_CHARACTERS = 512;
