import { describe, expect, it } from 'vitest';
import { inOrder } from '../../src/object-list/list-order.js';

const listed = (externalId: string, lat: number, lon: number, observedAt: string, title?: string) => ({
  externalId,
  ...(title !== undefined && { title }),
  position: { lat, lon, observedAt },
});
const objects = [
  listed('c', 0, 170, '2026-11-24T10:00:00Z', 'Van 10'),
  listed('a', 0, -178, '2026-11-24T12:00:00+01:00', 'Van 9'),
  listed('b', 40, 179, '2026-11-24T10:30:00Z'),
];
const ids = (order: Parameters<typeof inOrder>[1], view = { west: 178, east: -178, south: -1, north: 1 }): string =>
  inOrder(objects, order, view, 'en')
    .map(({ externalId }) => externalId)
    .join('');

describe('the order of the list', () => {
  it('is that of the search, of names with their numbers, or of the last report, the newest first', () => {
    expect([ids('best'), ids('name'), ids('lastReport')]).toEqual(['cab', 'bac', 'abc']);
  });

  it('is that of the distance from the middle of the map, also across the antimeridian', () => {
    expect(ids('distance')).toBe('acb');
    expect(ids('distance', { west: 175, east: 179, south: 39, north: 41 })).toBe('bac');
    expect(inOrder(objects, 'distance', undefined, 'en').map(({ externalId }) => externalId)).toEqual(['c', 'a', 'b']);
  });
});
