import type { DashboardDto } from '#contracts/directory/dto/dashboard.dto.js';
import type { QueryParameters } from '#contracts/directory/dto/report-query.js';
import { isCleanText } from '#contracts/dto/text-rule.js';
import { Problem } from '#problems/problem.js';

const COLUMNS = 12;
const MAX_BYTES = 64 * 1024;
const MAX_PARAMETERS = 30;
const MAX_CHARACTERS = 2000;
const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** The content of a dashboard. */
export type DashboardContent = Pick<DashboardDto, 'name' | 'tiles'> & { filters: QueryParameters };

/**
 * Checks in addition to the rules of the DTO class: tiles are on the grid, their ids are unique, and their parameters are limited.
 * @throws Problem 413 for more than 64 KiB, 422 with a pointer to the fault
 */
export function checkedDashboard({ name, tiles, filters = {} }: DashboardDto): DashboardContent {
  const bytes = Buffer.byteLength(JSON.stringify({ name, tiles, filters }));
  if (bytes > MAX_BYTES)
    throw new Problem('body-too-large', `The dashboard has ${bytes} bytes and may have at most ${MAX_BYTES}. Split it into two.`);
  const ids = new Set<string>();
  tiles.forEach(({ id, x, w, query }, at) => {
    const size = ids.size;
    if (ids.add(id).size === size) throw invalid(`/tiles/${at}/id`, 'is also the id of an earlier tile');
    if (x + w > COLUMNS)
      throw invalid(
        `/tiles/${at}/w`,
        `must be at most ${COLUMNS - x}, as the grid has ${COLUMNS} columns and the tile starts in column ${x}`,
      );
    checkParameters(query, `/tiles/${at}/query`);
  });
  checkParameters(filters, '/filters');
  return { name, tiles, filters };
}

/** @param pointer JSON pointer to the parameters @throws Problem 422 */
function checkParameters(parameters: QueryParameters, pointer: string): void {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) throw invalid(pointer, `must have at most ${MAX_PARAMETERS} parameters`);
  const unnameable = entries.find(([name]) => !PARAMETER_NAME.test(name));
  if (unnameable !== undefined)
    throw invalid(pointer, 'must have names of a letter, then letters, digits, _, . or -, at most 64 characters');
  for (const [name, value] of entries) {
    if (!isValue(value))
      throw invalid(`${pointer}/${name}`, 'must be a text without control characters, a number, a boolean or a list of such texts');
  }
  if (JSON.stringify(parameters).length > MAX_CHARACTERS) throw invalid(pointer, `must have at most ${MAX_CHARACTERS} characters as JSON`);
}

function isValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'boolean' || isText(value) || (Array.isArray(value) && value.every(isText));
}

const isText = (value: unknown): boolean => isCleanText(value, MAX_CHARACTERS, true);

function invalid(pointer: string, detail: string): Problem {
  return new Problem('invalid', `${pointer} ${detail}.`, { errors: [{ pointer, detail }] });
}
