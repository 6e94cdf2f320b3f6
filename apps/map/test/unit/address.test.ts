import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, formatAddress, PAGES, parseAddress } from '../../src/address/address.js';

describe('the address of the app', () => {
  it('reads the link as it is specified', () => {
    expect(parseAddress('#ws=The%20Harbour&page=Map&id=crane-7')).toEqual({ ws: 'The Harbour', page: 'Map', id: 'crane-7', more: {} });
  });

  it.each([
    ['id=a&page=Map', { id: 'a' }],
    ['page=Map&id=a&ws=', { id: 'a' }],
    ['id=a&page=map', { id: 'a' }],
    ['id=a&page=Nowhere', { id: 'a' }],
    ['id=a&id=b', { id: 'a' }],
    ['id=100%', { id: '100%' }],
    ['id=a+b', { id: 'a+b' }],
    ['id=a=b', { id: 'a=b' }],
    ['id=%F0%9F%9A%9C', { id: '🚜' }],
    ['', { id: undefined }],
    ['&&=&', { id: undefined }],
    ['id', { id: undefined }],
    ['toString=x&__proto__=y&id=a', { id: 'a' }],
  ])('takes %j as a sticker may have it', (fragment, expected) => {
    expect(parseAddress(fragment)).toMatchObject({ ws: undefined, page: 'Map', ...expected });
  });

  it('keeps 256 characters of any kind, and more than that too, to be shown', () => {
    const id = 'ä'.repeat(256);
    expect(parseAddress(formatAddress({ ws: undefined, page: 'Map', id, more: {} })).id).toBe(id);
    expect(parseAddress(`id=${'x'.repeat(5000)}`).id).toHaveLength(5000);
  });

  it('writes what it reads', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(
        fc.record({
          ws: fc.option(text, { nil: undefined }),
          page: fc.constantFrom(...PAGES),
          id: fc.option(text, { nil: undefined }),
          more: fc.dictionary(
            text.filter((name) => !['ws', 'page', 'id', '__proto__'].includes(name)),
            text,
          ),
        }),
        (address: Address) => {
          expect(parseAddress(formatAddress(address))).toEqual({ ...address, more: { ...address.more } });
        },
      ),
    );
  });

  it('writes in the order of the specification, and leaves out missing parts', () => {
    expect(formatAddress({ ws: 'A & B', page: 'Map', id: 'x/1', more: { at: '1,2,3' } })).toBe('ws=A%20%26%20B&page=Map&id=x/1&at=1,2,3');
    expect(formatAddress({ ws: undefined, page: 'Map', id: undefined, more: { at: '' } })).toBe('page=Map');
  });
});
