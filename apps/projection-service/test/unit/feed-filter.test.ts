import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AREA_KINDS, FEED_KINDS } from '#contracts/areas/feed-kinds.js';
import { Problem } from '#problems/problem.js';
import type { FeedMode } from '../../src/feed/cursor.js';
import { changeShown, feedFilterOf, FILTER_PARAMETERS, filterKey, includesAreaEvents } from '../../src/feed/feed-filter.js';
import { QueryParameters } from '../../src/reading/query-parameters.js';

const filterOf = (query: Record<string, unknown>, mode: FeedMode = 'events') =>
  feedFilterOf(new QueryParameters(query, FILTER_PARAMETERS), mode);
const refusalOf = (query: Record<string, unknown>, mode?: FeedMode): string => {
  try {
    filterOf(query, mode);
    return '';
  } catch (error) {
    return error instanceof Problem ? error.message : String(error);
  }
};
const OF_OBJECTS = Object.keys(FEED_KINDS).filter((kind) => !kind.startsWith('area.'));

describe('a filter of the feed', () => {
  it('includes area events only with one of their kinds or an area', () => {
    const kinds = fc.option(fc.uniqueArray(fc.constantFrom(...Object.keys(FEED_KINDS)), { minLength: 1 }), { nil: undefined });
    const areas = fc.option(fc.uniqueArray(fc.constantFrom('yard', 'dock', 'gate'), { minLength: 1 }), { nil: undefined });
    fc.assert(
      fc.property(
        kinds,
        areas,
        fc.constantFrom(...Object.keys(FEED_KINDS)),
        fc.constantFrom('yard', 'dock', 'gate'),
        (kind, area, emitted, where) => {
          const isOfArea = emitted.startsWith('area.');
          if (area && kind?.some((each) => OF_OBJECTS.includes(each))) {
            expect(refusalOf({ kind, area })).toMatch(/With area it must be one of area\.entered/);
            return;
          }
          const filter = filterOf({ ...(kind && { kind }), ...(area && { area }) });
          expect(includesAreaEvents({ filter })).toBe(area !== undefined || (kind?.some((each) => each.startsWith('area.')) ?? false));
          const shown = changeShown({ filter }, { type: FEED_KINDS[emitted]!, ...(isOfArea && { areaId: where }) });
          expect(shown).toBe((kind === undefined || kind.includes(emitted)) && (area === undefined || (isOfArea && area.includes(where))));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    [{ kind: 'area.moved' }, undefined, /kind: It must be one of created.*area\.corrected/],
    [{ area: 'yard', field: 'load' }, undefined, /field: It cannot be combined with area/],
    [{ area: 'yard' }, 'state', /area: It requires mode=events/],
    [{ kind: 'area.left' }, 'state', /kind: It requires mode=events/],
    [{ area: '' }, undefined, /area: It is empty/],
  ] as const)('%j with mode %s is refused', (query, mode, detail) => {
    expect(refusalOf(query, mode)).toMatch(detail);
  });

  it('keeps the text to which cursors were bound before filters had areas', () => {
    expect(
      filterKey({
        types: ['crane'],
        ids: ['a'],
        idPrefix: 'x',
        fields: ['load'],
        events: ['waymark.object.created.v1'],
        box: { west: 0, south: 45, east: 20, north: 55 },
      }),
    ).toBe(
      '{"types":["crane"],"ids":["a"],"idPrefix":"x","fields":["load"],"events":["waymark.object.created.v1"],"box":{"west":0,"south":45,"east":20,"north":55}}',
    );
    expect(filterKey(filterOf({ area: 'yard' })!)).not.toBe(filterKey(filterOf({ kind: Object.keys(AREA_KINDS) })!));
  });
});
