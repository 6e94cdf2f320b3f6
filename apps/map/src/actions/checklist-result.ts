import type { FieldValue } from './field-value.js';

const MAX_VALUE_CHARACTERS = 4096;
const MAX_NAME_CHARACTERS = 128;

/**
 * The stored result of a completed checklist: a String field named like the list, such as
 * `3/4 2026-11-21T08:00:00.000Z; open: Brakes`. It includes the time; the field's history has the earlier results.
 */
export function checklistResult(name: string, lines: readonly string[], ticked: ReadonlySet<number>, at: Date): FieldValue {
  const open = lines.filter((_line, n) => !ticked.has(n));
  const summary = `${lines.length - open.length}/${lines.length} ${at.toISOString()}${open.length === 0 ? '' : `; open: ${open.join('; ')}`}`;
  return { type: 'String', field: cut(name, MAX_NAME_CHARACTERS), value: cut(summary, MAX_VALUE_CHARACTERS) };
}

function cut(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}
