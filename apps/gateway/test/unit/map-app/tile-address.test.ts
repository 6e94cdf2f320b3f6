import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tileAddressOf } from '../../../src/app/files/tile-address.js';

const at = (z: string, x: string, y: string) => tileAddressOf({ z, x, y }, 6);

describe('the address of a tile', () => {
  it('is three whole numbers inside of the grid', () => {
    expect(at('0', '0', '0')).toEqual({ z: 0, x: 0, y: 0 });
    expect(at('6', '63', '7')).toEqual({ z: 6, x: 63, y: 7 });
  });

  it.each([
    ['7', '0', '0'],
    ['0', '1', '0'],
    ['1', '0', '2'],
    ['6', '64', '0'],
    ['-1', '0', '0'],
    ['1', '-0', '0'],
    ['1', '01', '0'],
    ['1', '1.0', '0'],
    ['1', '1e0', '0'],
    ['0x1', '0', '0'],
    ['', '', ''],
    [' 1', '0', '0'],
    ['1', '0', '0.mvt.gz'],
    ['..', '..', 'etc'],
    ['1', '../1', '0'],
    ['1', '0', '0\n'],
    ['1', '0', '٠'],
    ['99999999999', '0', '0'],
  ])('is not %j %j %j', (z, x, y) => {
    expect(at(z, x, y)).toBeUndefined();
  });

  it('never contains anything but digits, whatever the request', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (z, x, y) => {
        const address = at(z, x, y);
        expect(address === undefined || [z, x, y].every((part) => /^\d+$/.test(part))).toBe(true);
      }),
    );
  });
});
