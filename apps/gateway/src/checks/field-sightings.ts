import { Counter } from 'prom-client';
import {
  type FieldSighting,
  MAX_SIGHTED_NAME_CHARACTERS,
  SIGHTING_CATEGORIES,
  SIGHTING_SAMPLE_CHARACTERS,
  SIGHTING_SAMPLES,
} from '#contracts/directory/field-sighting.js';
import type { FieldValue } from '#object-rules/command.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';

/** The same limit per workspace as in the directory's review. It bounds memory while the directory is down. */
const MAX_OF_WORKSPACE = 2000;
const MAX_FIELDS = 10_000;

interface Seen {
  count: number;
  conflicts: number;
  /** Milliseconds since the epoch. */
  first: number;
  last: number;
  String: number;
  Number: number;
  Category: number;
  samples: string[];
}

/** Received fields that are undefined or differ from their definition, until they are reported: counts, and some values. */
export class FieldSightings {
  private readonly workspaces = new Map<string, Map<string, Seen>>();
  private fields = 0;
  private readonly dropped: Counter;

  constructor(registry: Registry) {
    this.dropped = new Counter({
      name: 'waymark_field_sightings_dropped_total',
      help: 'Values of undefined fields that were accepted but not counted for review, because too many fields are waiting to be reported.',
      registers: [registry],
    });
    watchedGauge(registry, {
      name: 'waymark_field_sightings_waiting',
      help: 'Fields waiting to be reported to the directory.',
      value: () => this.fields,
    });
  }

  /** Allocates nothing for a field that was already seen since the last report. */
  see(workspace: string, value: FieldValue, now: number, conflict: boolean): void {
    const seen = this.workspaces.get(workspace)?.get(value.field) ?? this.begin(workspace, value.field, now);
    if (seen === undefined) return;
    seen.count += 1;
    seen[value.type] += 1;
    seen.last = now;
    if (conflict) seen.conflicts += 1;
    if (seen.samples.length < (value.type === 'Category' ? SIGHTING_CATEGORIES : SIGHTING_SAMPLES)) addSample(seen.samples, value.value);
  }

  private begin(workspace: string, field: string, now: number): Seen | undefined {
    let ofWorkspace = this.workspaces.get(workspace);
    if (this.fields >= MAX_FIELDS || (ofWorkspace?.size ?? 0) >= MAX_OF_WORKSPACE || field.length > MAX_SIGHTED_NAME_CHARACTERS) {
      this.dropped.inc();
      return undefined;
    }
    if (ofWorkspace === undefined) this.workspaces.set(workspace, (ofWorkspace = new Map()));
    const seen: Seen = { count: 0, conflicts: 0, first: now, last: now, String: 0, Number: 0, Category: 0, samples: [] };
    ofWorkspace.set(field, seen);
    this.fields += 1;
    return seen;
  }

  /** Sightings since the last report, of at most `max` fields. */
  waiting(max: number): FieldSighting[] {
    const sightings: FieldSighting[] = [];
    for (const [workspace, fields] of this.workspaces) {
      for (const [field, seen] of fields) {
        if (sightings.length === max) return sightings;
        const { count, conflicts, first, last, samples, ...types } = seen;
        sightings.push({
          workspace,
          field,
          count,
          conflicts,
          firstSeen: new Date(first).toISOString(),
          lastSeen: new Date(last).toISOString(),
          types,
          samples: [...samples],
        });
      }
    }
    return sightings;
  }

  /** Removes reported sightings; fields that were seen again since then move behind all others. */
  removeReported(sightings: readonly FieldSighting[]): void {
    for (const { workspace, field, count, conflicts, types } of sightings) {
      const fields = this.workspaces.get(workspace)!;
      const seen = fields.get(field)!;
      fields.delete(field);
      seen.count -= count;
      if (seen.count > 0) {
        seen.conflicts -= conflicts;
        for (const type of ['String', 'Number', 'Category'] as const) seen[type] -= types[type] ?? 0;
        fields.set(field, seen);
      } else {
        this.fields -= 1;
        if (fields.size === 0) this.workspaces.delete(workspace);
      }
    }
  }
}

function addSample(samples: string[], value: FieldValue['value']): void {
  const text = typeof value === 'object' ? `${value!.namespace}/${value!.categoryName}` : String(value);
  // Cut at a whole character.
  const sample =
    text.length <= SIGHTING_SAMPLE_CHARACTERS
      ? text
      : Array.from(text.slice(0, 2 * SIGHTING_SAMPLE_CHARACTERS))
          .slice(0, SIGHTING_SAMPLE_CHARACTERS)
          .join('');
  if (sample.isWellFormed() && !samples.includes(sample)) samples.push(sample);
}
