import { describe, expect, it } from 'vitest';
import { codingFor, type ContentCoding } from '../../../src/app/files/content-coding.js';

const ALL: ContentCoding[] = ['identity', 'gzip', 'br'];

describe('the coding of an answer', () => {
  it.each<[string | undefined, ContentCoding | undefined]>([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['*;q=0, identity', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['gzip;q=1.5', 'identity'],
    ['gzip;q=0, gzip', 'identity'],
  ])('for %j is %s', (header, coding) => {
    expect(codingFor(header, ALL)).toBe(coding);
  });

  it('is an available one', () => {
    expect(codingFor('br, gzip', ['identity'])).toBe('identity');
    expect(codingFor('br, identity;q=0', ['identity', 'gzip'])).toBeUndefined();
  });
});
