import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  type FieldSighting,
  MAX_SIGHTED_NAME_CHARACTERS,
  MAX_SIGHTINGS,
  SIGHTING_CATEGORIES,
  SIGHTING_SAMPLE_CHARACTERS,
} from '#contracts/directory/field-sighting.js';
import { isCleanLines, isCleanText } from '#contracts/dto/text-rule.js';
import { isWorkspaceId } from '#identity/workspace-id.js';
import { Problem } from '#problems/problem.js';
import { FieldSightings } from './field-sightings.js';

/** Receives reports of gateways, every few seconds, about received fields. */
@Controller('internal/field-sightings')
export class FieldSightingsController {
  constructor(private readonly sightings: FieldSightings) {}

  @Post()
  @HttpCode(204)
  async take(@Body() body: unknown): Promise<void> {
    const { sightings } = (body ?? {}) as { sightings?: unknown };
    if (!Array.isArray(sightings) || sightings.length > MAX_SIGHTINGS || !sightings.every(isSighting))
      throw new Problem('invalid', `sightings must be at most ${MAX_SIGHTINGS}, each as a gateway writes it.`);
    if (sightings.length > 0) await this.sightings.add(sightings);
  }
}

function isSighting(value: unknown): value is FieldSighting {
  const { workspace, field, count, conflicts, firstSeen, lastSeen, types, samples } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof workspace === 'string' &&
    isWorkspaceId(workspace) &&
    isCleanText(field, MAX_SIGHTED_NAME_CHARACTERS, false) &&
    isCount(count) &&
    isCount(conflicts) &&
    isTime(firstSeen) &&
    isTime(lastSeen) &&
    typeof types === 'object' &&
    types !== null &&
    Object.values(types).every(isCount) &&
    Array.isArray(samples) &&
    samples.length <= SIGHTING_CATEGORIES &&
    samples.every((sample) => isCleanLines(sample, SIGHTING_SAMPLE_CHARACTERS))
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
