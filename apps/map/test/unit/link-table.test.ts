import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeLink } from '../../src/address/code-link.js';
import { csvText } from '../../src/files/csv.js';

describe('links in codes', () => {
  const app = 'https://track.example.org/app/';
  it('are in the order of the specification', () => {
    expect(codeLink(app, { id: 'crane 1', ws: 'Harbour & Co' })).toBe(
      'https://track.example.org/app/#ws=Harbour%20%26%20Co&page=Map&id=crane%201',
    );
    expect(codeLink(app, { id: 'a', element: 'check' })).toBe('https://track.example.org/app/#page=Map&id=a&element=check');
  });
});

describe('tables of links', () => {
  it('are read by others as they were meant', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string({ unit: 'grapheme' })), { minLength: 1 }), (rows) => {
        const plain = rows.map((row) => row.map((text) => `x${text}`));
        expect(parse(csvText(plain), { bom: true, recordDelimiter: '\r\n' })).toEqual(plain);
      }),
    );
  });
  it('run nothing in a spreadsheet', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])
      expect(parse(csvText([[text]]), { bom: true, recordDelimiter: '\r\n' })).toEqual([[`'${text}`]]);
    expect(csvText([['=cmd|"/c calc"', -5]])).toBe('\uFEFF"\'=cmd|""/c calc""",-5\r\n');
  });
});
