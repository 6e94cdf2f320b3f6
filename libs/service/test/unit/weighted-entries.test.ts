import { expect, it } from 'vitest';
import { weightedEntries } from '#service/weighted-entries.js';

it('reads names and weights as they stand, in lower case, up to the bound', () => {
  expect(weightedEntries('Text/CSV; Header=present;Q=0.5, gzip ,;q=,br;q=x', 4)).toEqual([
    { name: 'text/csv', q: '0.5' },
    { name: 'gzip', q: undefined },
    { name: '', q: '' },
    { name: 'br', q: 'x' },
  ]);
  expect(weightedEntries('a,b,c', 2).map(({ name }) => name)).toEqual(['a', 'b']);
});
