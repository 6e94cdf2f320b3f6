import type { FieldType } from '#object-rules/object.js';

/** What a gateway received for a field since its last report: a field without a definition, or values that break one. */
export interface FieldSighting {
  workspace: string;
  field: string;
  /** Values that were accepted, or refused because of a conflict. Counted on arrival: a repeated call counts again. */
  count: number;
  /** Those of them that broke an approved definition. */
  conflicts: number;
  /** RFC 3339. */
  firstSeen: string;
  lastSeen: string;
  /** How many values had each type. */
  types: Partial<Record<FieldType, number>>;
  /** At most SIGHTING_SAMPLES, of a field with categories SIGHTING_CATEGORIES; cut to SIGHTING_SAMPLE_CHARACTERS. */
  samples: string[];
}

export const SIGHTING_SAMPLES = 3;
/** Categories are few, and a definition made from what was sent has to name all of them. */
export const SIGHTING_CATEGORIES = 50;
export const SIGHTING_SAMPLE_CHARACTERS = 64;
/** Most in one call of POST /internal/field-sightings. */
export const MAX_SIGHTINGS = 100;
/** Fields with longer names, which only a changed setting allows, are not offered for review. */
export const MAX_SIGHTED_NAME_CHARACTERS = 512;
