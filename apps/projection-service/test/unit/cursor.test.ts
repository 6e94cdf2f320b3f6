import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CursorCodec, type CursorContext, CursorError, FormerFeedError } from '../../src/feed/cursor.js';
import { filterKey } from '../../src/feed/feed-filter.js';

const context: CursorContext = { workspace: 'w1', mode: 'events', epoch: '6f3c6f2e-7a0b-4c58-8d8e-0d2b3b1f0a11', partitions: 3 };
const codec = new CursorCodec('secret');
const detailOf = (text: string, other: CursorContext): string => {
  try {
    codec.decode(text, other);
    return '';
  } catch (error) {
    return error instanceof CursorError ? error.message : `not a CursorError: ${String(error)}`;
  }
};

/** Characters that contain bits of bytes 2 to 9. */
const EPOCH_CHARACTERS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

describe('feed cursors', () => {
  it('carry arbitrary offsets', () => {
    const offsets = fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(offsets, (o) => {
        const mine = { ...context, partitions: o.length };
        expect(codec.decode(codec.encode(mine, o), mine)).toEqual(o);
      }),
      { numRuns: 500 },
    );
  });

  it('are refused with any character changed, added or left out', () => {
    const cursor = codec.encode(context, [1, 200, 70_000]);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < cursor.length; at++) {
      for (const letter of letters) {
        if (letter === cursor[at]) continue;
        const detail = detailOf(cursor.slice(0, at) + letter + cursor.slice(at + 1), context);
        // With a changed epoch it looks like one of another installation.
        expect(detail).toMatch(
          EPOCH_CHARACTERS.includes(at) ? /not issued by this service|another installation/ : /not issued by this service/,
        );
      }
      expect(detailOf(cursor.slice(0, at) + cursor.slice(at + 1), context)).toMatch(/not issued by/);
      expect(detailOf(`${cursor.slice(0, at)}A${cursor.slice(at)}`, context)).toMatch(/not issued by/);
    }
  });

  it('reject noise and another secret, workspace, mode, epoch or number of partitions, each with a separate message', () => {
    const cursor = codec.encode(context, [1, 2, 3]);
    const details = [
      detailOf('', context),
      detailOf('%%%', context),
      detailOf(new CursorCodec('other').encode(context, [1, 2, 3]), context),
      detailOf(cursor, { ...context, workspace: 'w2' }),
      detailOf(cursor, { ...context, mode: 'state' }),
      detailOf(cursor, { ...context, epoch: 'another' }),
      detailOf(cursor, { ...context, partitions: 4 }),
    ];
    expect(details.slice(0, 3).every((detail) => detail.startsWith('The cursor was not issued'))).toBe(true);
    expect(details[3]).toMatch(/another workspace/);
    expect(details[4]).toMatch(/mode=events, not mode=state/);
    expect(details[5]).toMatch(/All cursors of this feed have expired/);
    expect(details[6]).toMatch(/another number of partitions/);
  });

  it('of another installation with the same workspace are refused as those of a former feed, and not as misused', () => {
    const foreign = new CursorCodec('other').encode({ ...context, epoch: '0d2b3b1f-7a0b-4c58-8d8e-6f3c6f2e0a11' }, [1, 2, 3]);
    expect(() => codec.decode(foreign, context)).toThrow(FormerFeedError);
    expect(detailOf(foreign, context)).toMatch(/another installation.*begin again/);
    expect(detailOf(foreign, { ...context, workspace: 'w2' })).toMatch(/not issued by this service/);
  });

  it('are bound to the narrowing of their token and to their filter, each with a separate message', () => {
    const narrowed = { ...context, narrowing: '{"types":["a"]}' };
    const filtered = { ...context, filter: '{"types":["a"]}' };
    for (const mine of [narrowed, filtered, { ...narrowed, ...filtered }])
      expect(codec.decode(codec.encode(mine, [1, 200, 70_000]), mine)).toEqual([1, 200, 70_000]);
    for (const other of [context, filtered, { ...context, narrowing: '' }, { ...context, narrowing: '{"types":["b"]}' }])
      expect(detailOf(codec.encode(narrowed, [1, 2, 3]), other)).toMatch(/a token with other limits/);
    for (const other of [context, { ...context, filter: '' }, { ...context, filter: '{"types":["b"]}' }])
      expect(detailOf(codec.encode(filtered, [1, 2, 3]), other)).toMatch(/a different filter/);
    expect(detailOf(codec.encode(context, [1, 2, 3]), narrowed)).toMatch(/a token with other limits/);
    expect(detailOf(codec.encode(context, [1, 2, 3]), filtered)).toMatch(/a different filter/);
  });

  it('stay valid from before the feed had area events', () => {
    expect(codec.decode('AQBiLnPCB1WkCGDFWQ9y7vKSAcgB8KIEfvOPlk1WwrIrnD4f', context)).toEqual([1, 200, 70_000]);
    const filter = filterKey({ types: ['crane'], events: ['waymark.object.created.v1'] });
    expect(codec.decode('AgBiLnPCB1WkCGDFWQ9y7vKSAAAAAAAAAABZxYmyzcD4xgHIAfCiBMo0SNWO_hsq0SKWOA', { ...context, filter })).toEqual([
      1, 200, 70_000,
    ]);
  });

  it('with area events include the partitions of areas, and count as another filter for readers without them', () => {
    const withAreas = { ...context, filter: filterKey({ areas: ['yard'] }), partitions: 6 };
    const cursor = codec.encode(withAreas, [1, 2, 3, 4, 5, 6]);
    expect(codec.decode(cursor, withAreas)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(detailOf(cursor, context)).toMatch(/a different filter/);
    expect(detailOf(codec.encode(context, [1, 2, 3]), withAreas)).toMatch(/a different filter/);
    expect(codec.place(cursor, { ...context, partitions: [3, 6] })).toEqual([1, 2, 3, 4, 5, 6]);
    expect(() => codec.place(cursor, { ...context, partitions: [3, 9] })).toThrow(/another number of partitions/);
  });

  it('of a snapshot are valid in either mode', () => {
    const cursor = codec.encode({ ...context, mode: undefined }, [1, 2, 3]);
    for (const mode of ['events', 'state'] as const) expect(codec.decode(cursor, { ...context, mode })).toEqual([1, 2, 3]);
  });
});
