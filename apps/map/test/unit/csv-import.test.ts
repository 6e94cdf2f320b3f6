import { describe, expect, it } from 'vitest';
import { csvNumber, guessColumns } from '../../src/first-run/csv/columns.js';
import { csvTime } from '../../src/first-run/csv/csv-time.js';
import { failedRowsCsv } from '../../src/first-run/csv/failed-rows.js';
import { decodeFile, readTable, separatorOf, TableProblem } from '../../src/first-run/csv/read-table.js';
import { elementOf, mappingFault } from '../../src/first-run/csv/row-elements.js';
import { callsOf } from '../../src/first-run/csv/sending.js';

const NONE = new Map();
const NOW = Date.parse('2026-11-22T12:00:00Z');

describe('reading a table', () => {
  it('finds the separator, passes over quoted ones', () => {
    expect(separatorOf('id,lat,lon\na,1,2\n')).toBe(',');
    expect(separatorOf('id;lat;lon\na;1,5;2,5\nb;1,5;2,5\n')).toBe(';');
    expect(separatorOf('id\tname\na\t"x, y, z"\n')).toBe('\t');
    expect(separatorOf('"a, b";c\n1;2\n')).toBe(';');
  });

  it('reads marks, quotes, new lines in quotes, and says where each row is', () => {
    const { header, rows, broken } = readTable('\ufeffid,note\r\na,"two\r\nlines"\r\n\r\nb,"say ""hi"""\r\nc\r\nd,e\r\n');
    expect(header).toEqual(['id', 'note']);
    expect(rows).toEqual([
      { line: 2, cells: ['a', 'two\nlines'] },
      { line: 5, cells: ['b', 'say "hi"'] },
      { line: 7, cells: ['d', 'e'] },
    ]);
    expect(broken).toEqual([{ line: 6, cells: ['c'], why: 'columns' }]);
  });

  it('reports a quotation mark that is never closed', () => {
    const { rows, broken } = readTable('id,note\na,b\nc,"never closed\nd,e\n');
    expect(rows[0]).toEqual({ line: 2, cells: ['a', 'b'] });
    expect(broken).toMatchObject([{ why: 'quotes' }]);
  });

  it('refuses a file that is no table, too large or too long', () => {
    expect(() => readTable('')).toThrow(TableProblem);
    expect(() => decodeFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toThrow(TableProblem);
    expect(() => decodeFile(new Uint8Array(10 * 1024 * 1024 + 1))).toThrow(TableProblem);
    expect(() => readTable(`id\n${'x\n'.repeat(50_001)}`)).toThrow(TableProblem);
    expect(readTable(`id\n${'x\n'.repeat(50_000)}`).rows).toHaveLength(50_000);
  });

  it('reads files of spreadsheets', () => {
    expect(decodeFile(new Uint8Array([0x4c, 0xe4, 0x6e, 0x67, 0x65]))).toBe('Länge');
    expect(decodeFile(new Uint8Array([0xff, 0xfe, 0x69, 0, 0x64, 0]))).toBe('id');
  });
});

describe('guessing columns', () => {
  it('knows names in two languages, and looks at what is in them', () => {
    const header = ['Gerät', 'Bezeichnung', 'Breite', 'Länge', 'Zeitstempel', 'Ladung', 'Zustand', 'Notiz', 'PLZ', ''];
    const rows = Array.from({ length: 9 }, (_, n) => ({
      cells: [`g-${n}`, `Nr ${n}`, '53,4', '-2,9', '21.11.2026 08:00', `${n},5`, n % 2 ? 'frei' : 'belegt', `anders ${n}`, `0106${n}`, ''],
    }));
    expect(guessColumns(header, rows, NONE).map(({ meaning }) => meaning)).toEqual([
      'id',
      'title',
      'lat',
      'lon',
      'time',
      'Number',
      'Category',
      'description',
      'String',
      'skip',
    ]);
  });

  it('takes the type that a field is defined with, and no x that is no longitude', () => {
    const rows = [{ cells: ['a', '1', '5000'] }, { cells: ['b', '2', '6000'] }];
    expect(guessColumns(['id', 'code2', 'x'], rows, new Map([['code2', { type: 'String' as const }]]))).toEqual([
      { meaning: 'id', field: '' },
      { meaning: 'String', field: 'code2' },
      { meaning: 'Number', field: 'x' },
    ]);
  });
});

describe('rows as elements', () => {
  const header = ['id', 'title', 'lat', 'lon', 'time', 'load'];
  const columns = [
    { meaning: 'id', field: '' },
    { meaning: 'title', field: '' },
    { meaning: 'lat', field: '' },
    { meaning: 'lon', field: '' },
    { meaning: 'time', field: '' },
    { meaning: 'Number', field: 'load' },
  ] as const;
  const read = (...cells: string[]) => elementOf({ line: 2, cells }, header, columns, NONE, NOW);

  it('contains all values of a row', () => {
    expect(read('a', ' Crane ', '53,4', '-2.98', '2026-11-21T08:00:00Z', '1.234,5')).toMatchObject({
      element: {
        externalId: 'a',
        observedAt: '2026-11-21T08:00:00.000Z',
        locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
        fieldValues: [{ field: 'load', type: 'Number', value: 1234.5 }],
        initialExternalObject: { title: 'Crane' },
      },
    });
    expect(read('a', '', '', '', '', '3')).toMatchObject({ element: { externalId: 'a', fieldValues: [{ value: 3 }] } });
  });

  it('says why a row is invalid', () => {
    expect(read('', 'x', '1', '2', '', '')).toMatchObject({ reason: 'no-id', line: 2 });
    expect(read('a', 'x', '1', '', '', '')).toMatchObject({ reason: 'half-position' });
    expect(read('a', 'x', '91', '2', '', '')).toMatchObject({ reason: 'outside', column: 'lat' });
    expect(read('a', 'x', 'north', '2', '', '')).toMatchObject({ reason: 'no-number', column: 'lat' });
    expect(read('a', 'x', '1', '2', '31.02.2026', '')).toMatchObject({ reason: 'no-time', column: 'time' });
    expect(read('a', 'x', '1', '2', '2026-11-22T12:06:00Z', '')).toMatchObject({ reason: 'future' });
    expect(read('a', 'x', '', '', '', '')).toMatchObject({ reason: 'nothing' });
    expect(read('a'.repeat(257), 'x', '1', '2', '', '')).toMatchObject({ reason: 'too-long', column: 'id' });
  });

  it('names the missing parts of a mapping', () => {
    expect(mappingFault(columns)).toBeUndefined();
    expect(mappingFault(columns.slice(1))).toBe('no-id-column');
    expect(mappingFault(columns.slice(0, 3))).toBe('no-position-column');
    expect(mappingFault([...columns, { meaning: 'lat', field: '' }])).toBe('twice');
    expect(mappingFault([...columns, { meaning: 'String', field: 'load' }])).toBe('field-twice');
  });

  it('reads times and numbers of several kinds, and refuses ambiguous ones', () => {
    expect(csvTime('1795248000')).toBe(1_795_248_000_000);
    expect(csvTime('1795248000123')).toBe(1_795_248_000_123);
    expect(csvTime('2026-11-21T08:00:00+01:00')).toBe(Date.parse('2026-11-21T07:00:00Z'));
    expect(csvTime('21/11/2026 08:00')).toBe(new Date(2026, 10, 21, 8).getTime());
    expect(csvTime('05/11/2026')).toBeUndefined();
    expect(csvTime('soon')).toBeUndefined();
    expect(['1,234.5', '1.234,5', '12 345,6', '0x1', '-,5'].map(csvNumber)).toEqual([1234.5, 1234.5, 12345.6, undefined, -0.5]);
  });

  it('is sent in calls of at most 500, and the rest comes back as a table', () => {
    const rows = Array.from({ length: 1201 }, (_, n) => ({ line: n + 2, cells: [], element: { externalId: `o-${n}` } }));
    const calls = callsOf(rows);
    expect(calls.map(({ rows: { length } }) => length)).toEqual([500, 500, 201]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
    expect(failedRowsCsv(['id', 'note'], [{ line: 3, cells: ['a', 'x;"y"'], why: 'no' }], ';', { line: 'Line', why: 'Why' })).toBe(
      '\ufeffid;note;Line;Why\r\na;"x;""y""";3;no\r\n',
    );
  });
});
