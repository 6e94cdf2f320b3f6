import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../src/address/address.js';
import { readCode } from '../../src/scanning/reading/code-text.js';

const APP = 'https://track.example.org/app/';
const object = (id: string, ws?: string, element?: string) => ({ is: 'object', id, ws, element });

describe('the meaning of a code', () => {
  it.each([
    ['https://track.example.org/app/#ws=Harbour%20North&page=Map&id=crane-1', object('crane-1', 'Harbour North')],
    ['https://track.example.org/app/#page=Map&id=crane-1', object('crane-1')],
    ['https://track.example.org/app#id=crane-1&page=map&ws=x', object('crane-1', 'x')],
    ['HTTPS://TRACK.EXAMPLE.ORG/app/index.html#id=crane-1', object('crane-1')],
    ['https://track.example.org/app/#page=Map&id=a%26b%3Dc%23%25%2F', object('a&b=c#%/')],
    ['https://track.example.org/app/#page=Map&id=100%', object('100%')],
    ['https://track.example.org/app/#page=Map&id=a+b', object('a+b')],
    ['https://track.example.org/app/#page=Map&id=x&element=check', object('x', undefined, 'check')],
    ['#page=Map&id=crane-1', object('crane-1')],
    ['crane-1\r\n', object('crane-1')],
    ['  crane 1 ', object('crane 1')],
    ['#4711', object('#4711')],
    ['id=7&x', object('id=7&x')],
    ['urn:epc:id:sgtin:0614141.107346.2017', object('urn:epc:id:sgtin:0614141.107346.2017')],
    ['📦-42', object('📦-42')],
  ])('%j', (text, expected) => expect(readCode(text, APP)).toEqual(expected));

  it('a link to somewhere else, and the parts that could be an id', () => {
    expect(readCode('https://shop.example/items/4711?x=1', APP)).toEqual({
      is: 'foreign-link',
      link: 'https://shop.example/items/4711?x=1',
      ids: ['https://shop.example/items/4711?x=1', '4711'],
    });
    expect(readCode('https://other.example/app/#page=Map&id=crane-1', APP)).toMatchObject({
      is: 'foreign-link',
      ids: ['crane-1', 'https://other.example/app/#page=Map&id=crane-1', 'app'],
    });
    expect(readCode('https://track.example.org/app/#page=Polls&poll=x', APP)).toMatchObject({ is: 'foreign-link' });
    expect(readCode(`https://shop.example/${'x'.repeat(300)}`, APP)).toMatchObject({ ids: [] });
  });

  it('nothing that can be an id', () => {
    expect(readCode(' \r\n', APP)).toEqual({ is: 'no-id', why: 'empty' });
    expect(readCode('x'.repeat(257), APP)).toEqual({ is: 'no-id', why: 'too-long' });
    expect(readCode('📦'.repeat(256), APP)).toMatchObject({ is: 'object' });
    expect(readCode('010614141\u001d21x', APP)).toEqual({ is: 'no-id', why: 'signs' });
    expect(readCode('https://track.example.org/app/#page=Map&id=%00', APP)).toEqual({ is: 'no-id', why: 'signs' });
  });

  it('is the id that was written into a link, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), fc.option(fc.string({ minLength: 1 })), (id, ws) => {
        fc.pre(!/[\u0000-\u001f\u007f-\u009f]/.test(id) && id.isWellFormed());
        const link = `${APP}#${formatAddress({ ws: ws ?? undefined, page: 'Map', id, more: {} })}`;
        expect(readCode(link, APP)).toEqual(object(id, ws ?? undefined));
      }),
    );
  });

  it('never fails', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readCode(text, APP)));
    fc.assert(fc.property(fc.string(), (text) => void readCode(`https://${text}`, APP)));
  });
});
