import { type Mutation, stack, unit } from '../mutation.js';

const map = stack('apps/projection-service/test/real/map.test.ts');
const search = stack('apps/projection-service/test/real/search.test.ts');
const tile = unit('apps/projection-service/test/unit/tile.test.ts');
const query = unit('apps/projection-service/test/unit/search-query.test.ts');
const turns = stack('apps/projection-service/test/real/workspace-turns.test.ts');

/** Faults by which a map or a search would show something wrong, or show it without permission. */
export const MAP_AND_SEARCH_FAULTS: Mutation[] = [
  {
    name: 'takes up a bulk change of one workspace before those of all others',
    file: 'apps/projection-service/src/storage/workspace-turns.ts',
    search: 'group by place order by min(turn) limit',
    replace: 'group by place order by min(turn) desc limit',
    tests: [turns],
  },
  {
    name: 'never takes up changes of workspaces beyond those of one batch',
    file: 'apps/projection-service/src/storage/workspace-turns.ts',
    search: 'then max(workspace) else',
    replace: "then '' else",
    tests: [turns],
  },
  {
    name: 'misses objects of a large page in a view',
    file: 'apps/projection-service/src/views/states-of-page.ts',
    search: 'for (const [id] of objects.slice(last + 1)) found.set(id, UNSHARED);',
    replace: 'void last;',
    tests: [stack('apps/projection-service/test/real/shared-views.test.ts')],
  },
  {
    name: 'searches for similar words across all workspaces',
    file: 'apps/projection-service/src/search/index/likeness-index.ts',
    search: 'using gin (workspace, words ',
    replace: 'using gin (words ',
    tests: [stack('apps/projection-service/test/real/likeness.test.ts')],
  },
  {
    name: 'counts an object twice after its type has changed',
    file: 'apps/projection-service/src/tiles/counts/cell-changes.ts',
    search: 'before.archived !== after.archived || before.type !== after.type',
    replace: 'before.archived !== after.archived',
    tests: [map],
  },
  {
    name: 'omits changes that are not summed up yet from a recount',
    file: 'apps/projection-service/src/tiles/counts/cell-recount.ts',
    search: '      union all select workspace, cell, ${keys}, change from ${schema}${changes} where ${inRange}\n',
    replace: '',
    tests: [stack('apps/projection-service/test/real/short-snapshots.test.ts')],
  },
  {
    name: 'continues to count erased objects',
    file: 'apps/projection-service/src/projecting/erasure-writer.ts',
    search: '  await cells.write(client);\n',
    replace: '',
    tests: [map],
  },
  {
    name: 'shows objects on the antimeridian in no tile',
    file: 'apps/projection-service/src/space/tile.ts',
    search: 'lon >= 180 || Math.abs(lat) >= 90 ? 0 :',
    replace: 'Math.abs(lat) >= 90 ? 0 :',
    tests: [tile, map],
  },
  {
    name: 'counts every object of a cell for a token narrowed to ids',
    file: 'apps/projection-service/src/tiles/tile-reader.ts',
    search: 'narrowing.ids !== undefined || ',
    replace: '',
    tests: [map],
  },
  {
    name: 'searches values of fields that the token may not see',
    file: 'apps/projection-service/src/search/words-sql.ts',
    search: 'if (narrowing?.fields === undefined) return',
    replace: 'if (narrowing?.fields !== null) return',
    tests: [search],
  },
  {
    name: 'accepts conditions on fields that the token may not see',
    file: 'apps/projection-service/src/search/search-query.ts',
    search: '  refuseHiddenFields(conditions, filter.narrowing);\n',
    replace: '',
    tests: [query, search],
  },
  {
    name: 'searches for neighbours in a box that is too narrow in the north',
    file: 'apps/projection-service/src/space/great-circle.ts',
    search: ' / Math.cos(radians(lat))))',
    replace: '))',
    tests: [query, search],
  },
  {
    name: 'leaves the categories of a cluster unchanged when an object’s category changes',
    file: 'apps/projection-service/src/tiles/counts/cell-changes.ts',
    search: 'if (before.fields !== after.fields && !after.archived) this.recategorise(before, after);',
    replace: '',
    tests: [map],
  },
  {
    name: 'does not report that an object has left the view',
    file: 'apps/projection-service/src/views/viewed-objects.ts',
    search: 'if (this.inView.has(externalId)) return true;',
    replace: '',
    tests: [map],
  },
];
