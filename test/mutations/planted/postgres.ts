import { type Mutation, stack } from '../mutation.js';

const offsets = [stack('libs/postgres/test/real'), stack('test/faults/services.test.ts')];

export const POSTGRES_FAULTS: Mutation[] = [
  {
    name: 'offsets move without compare-and-set',
    file: 'libs/postgres/src/offsets.ts',
    search: ' and o.next_offset = m.since`',
    replace: '`',
    tests: offsets,
  },
  {
    name: 'a failed compare-and-set passes',
    file: 'libs/postgres/src/offsets.ts',
    search: 'return rowCount === moves.length;',
    replace: 'return rowCount !== null;',
    tests: offsets,
  },
];
