import { expect, it } from 'vitest';
import { csvOf } from '../../src/reporting/csv.js';

it('A report as CSV contains no text that a spreadsheet would take for a formula, and unchanged numbers', () => {
  const rows = [
    { type: ' =1+1', count: -3 },
    { type: '\u00a0=1+1', count: 0 },
    { type: 'crane\n=1+1', count: null },
    { type: 'a "b", c', count: 1.5 },
  ];
  const csv = csvOf({ columns: ['type', 'count'], rows });
  expect(csv).toBe(`type,count\r\n' =1+1,-3\r\n'\u00a0=1+1,0\r\n"crane\n'=1+1",\r\n"a ""b"", c",1.5\r\n`);
});
