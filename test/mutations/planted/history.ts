import { type Mutation, stack, unit } from '../mutation.js';

const SOURCES = 'apps/projection-service/src';
const real = stack('apps/projection-service/test/real/history.test.ts');
const of = (name: string) => unit(`apps/projection-service/test/unit/${name}.test.ts`);

/** Faults by which a question about the past would miss something, reveal too much, or hold too much. */
export const HISTORY_FAULTS: Mutation[] = [
  {
    name: 'stores the stay of a late report at the place of the newest one',
    file: `${SOURCES}/history/presence/stay.ts`,
    search: 'q16: late ? here : there',
    replace: 'q16: there',
    tests: [of('stay'), real],
  },
  {
    name: 'misses a stay that lasts past the hour',
    file: `${SOURCES}/history/presence/stay.ts`,
    search: 'const HOUR_CHARACTERS = 13;',
    replace: 'const HOUR_CHARACTERS = 4;',
    tests: [of('stay'), real],
  },
  {
    name: 'keeps the places of an erased object',
    file: `${SOURCES}/history/rows/history-erasures.ts`,
    search: "    await client.query({ name: 'delete-presence', text: DELETE_PRESENCE, values });\n",
    replace: '    void DELETE_PRESENCE;\n',
    tests: [real],
  },
  {
    name: 'looks back only one report for visits',
    file: `${SOURCES}/visits/visits.ts`,
    search: 'found.set(externalId, positions);',
    replace: 'found.set(externalId, positions.slice(-1));',
    tests: [real],
  },
  {
    name: 'simplifies a line beyond the tolerance',
    file: `${SOURCES}/history/exports/simplify.ts`,
    search: 'open.push([first, farthest], [farthest, last]);',
    replace: 'open.push([first, farthest]);',
    tests: [of('simplify')],
  },
  {
    name: 'exports a formula after a line break',
    file: 'libs/spreadsheets/src/neutral-text.ts',
    search: '.split(/(?<=\\r\\n|\\n|\\r(?!\\n))/)',
    replace: '.split(/(?!)/)',
    tests: [unit('libs/spreadsheets/test/unit/neutral-text.test.ts')],
  },
  {
    name: 'continues to read while an export’s reader takes nothing',
    file: `${SOURCES}/history/exports/open-exports.ts`,
    search: 'isBegun = true;\n      if (!flush()) await drained(out, ends);',
    replace: "isBegun = true;\n      if (!flush() && held !== '') await drained(out, ends);",
    tests: [real],
  },
  {
    name: 'shows history to a token that is limited to a place',
    file: `${SOURCES}/history/query/requested-parameters.ts`,
    search: 'if (narrowing?.bbox !== undefined) throw',
    replace: 'if (narrowing?.bbox?.length === 0) throw',
    tests: [real],
  },
];
