import type { Schemas } from '../../api/api.js';
import { oneLine } from '../../forms/one-line.js';
import { fieldValueOf, POSITION_BOUNDS } from '../../object-changes/typed-value.js';
import { type Column, csvNumber, type Meaning } from './columns.js';
import { csvTime } from './csv-time.js';
import type { ObjectReport } from './object-report.js';
import type { Row } from './read-table.js';

export type RowFaultReason =
  | 'no-id'
  | 'too-long'
  | 'no-number'
  | 'outside'
  | 'no-time'
  | 'future'
  | 'half-position'
  | 'nothing'
  | 'columns'
  | 'quotes';

/** Why a row will not be sent. */
export interface RowFault {
  line: number;
  /** Column in the header; undefined: the fault concerns the whole row. */
  column: string | undefined;
  reason: RowFaultReason;
  cells: readonly string[];
}

export interface RowElement {
  line: number;
  cells: readonly string[];
  element: ObjectReport;
}

type Definitions = ReadonlyMap<string, Schemas['DefinedField']>;
type Field = Schemas['FieldValue'];

const ID = 256;
const TEXT = { title: 256, type: 256, icon: 256, description: 4096, floor: 256 } as const;
const FUTURE_MS = 5 * 60_000;
/** Namespace of categories without a definition. */
const NAMESPACE = 'import';

/** What the mapping lacks. */
export type MappingFault = 'no-id-column' | 'no-position-column' | 'twice' | 'field-without-name' | 'field-twice';

export function mappingFault(columns: readonly Column[]): MappingFault | undefined {
  const meanings = columns.map(({ meaning }) => meaning);
  const fields = columns.filter(({ meaning }) => isField(meaning)).map(({ field }) => field.trim());
  if (!meanings.includes('id')) return 'no-id-column';
  const once = meanings.filter((meaning) => meaning !== 'skip' && !isField(meaning));
  if (new Set(once).size < once.length) return 'twice';
  if (meanings.includes('lat') !== meanings.includes('lon')) return 'no-position-column';
  if (!meanings.includes('lat') && fields.length === 0) return 'no-position-column';
  if (fields.includes('')) return 'field-without-name';
  return new Set(fields).size < fields.length ? 'field-twice' : undefined;
}

/** Converts a row to an element of a call. @param now milliseconds since the epoch */
export function elementOf(
  { line, cells }: Row,
  header: readonly string[],
  columns: readonly Column[],
  definitions: Definitions,
  now: number,
): RowElement | RowFault {
  const fault = (reason: RowFaultReason, at?: number): RowFault => ({
    line,
    column: at === undefined ? undefined : header[at],
    reason,
    cells,
  });
  const element: ObjectReport = { externalId: '' };
  const initial: Schemas['InitialExternalObject'] = {};
  const numbers: Partial<Record<keyof typeof POSITION_BOUNDS, number>> = {};
  const fields: Field[] = [];
  let floor: string | undefined;
  for (const [at, { meaning, field }] of columns.entries()) {
    const text = oneLine(cells[at] ?? '').trim();
    if (meaning === 'skip' || text === '') continue;
    if (meaning === 'id') {
      if ([...text].length > ID) return fault('too-long', at);
      element.externalId = text;
    } else if (meaning === 'time') {
      const time = csvTime(text);
      if (time === undefined) return fault('no-time', at);
      if (time > now + FUTURE_MS) return fault('future', at);
      element.observedAt = new Date(time).toISOString();
    } else if (meaning in POSITION_BOUNDS) {
      const name = meaning as keyof typeof POSITION_BOUNDS;
      const value = csvNumber(text);
      if (value === undefined) return fault('no-number', at);
      if (value < POSITION_BOUNDS[name][0] || value > POSITION_BOUNDS[name][1]) return fault('outside', at);
      numbers[name] = value;
    } else if (meaning in TEXT) {
      const name = meaning as keyof typeof TEXT;
      if ([...text].length > TEXT[name]) return fault('too-long', at);
      if (name === 'floor') floor = text;
      else initial[name] = text;
    } else {
      const value = fieldOf(meaning as Field['type'], field.trim(), text, definitions);
      if (typeof value === 'string') return fault(value, at);
      fields.push(value);
    }
  }
  if (element.externalId === '') return fault('no-id');
  const { lat, lon, alt, accuracy } = numbers;
  if ((lat === undefined) !== (lon === undefined)) return fault('half-position');
  if (lat !== undefined && lon !== undefined) {
    element.locationUpdate = {
      newPosition: { lat, lon, ...(alt === undefined ? {} : { alt }) },
      ...(accuracy === undefined ? {} : { accuracy }),
      ...(floor === undefined ? {} : { floor: /^-?\d{1,4}$/.test(floor) ? Number(floor) : floor }),
    };
  } else if (fields.length === 0) return fault('nothing');
  if (fields.length > 0) element.fieldValues = fields;
  if (Object.keys(initial).length > 0) element.initialExternalObject = initial;
  return { line, cells, element };
}

export const isField = (meaning: Meaning): meaning is Field['type'] =>
  meaning === 'Number' || meaning === 'String' || meaning === 'Category';

function fieldOf(kind: Field['type'], field: string, text: string, definitions: Definitions): Field | RowFaultReason {
  const definition = definitions.get(field);
  const typed = kind === 'Number' ? String(csvNumber(text) ?? '') : text;
  const known = definition?.categories?.find(({ categoryName, label }) => categoryName === text || label === text);
  const value = fieldValueOf(
    { kind, text: known?.categoryName ?? typed, namespace: known?.namespace ?? definition?.categories?.[0]?.namespace ?? NAMESPACE },
    definition,
  );
  if (!('is' in value)) return { field, type: value.type, value: value.value } as Field;
  return value.is === 'too-long' || value.is === 'outside' || value.is === 'no-number' ? value.is : 'nothing';
}
