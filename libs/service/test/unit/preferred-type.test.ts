import { expect, it } from 'vitest';
import { preferredType } from '#service/preferred-type.js';

const OFFERED = ['application/json', 'text/csv', 'text/event-stream'] as const;

it.each([
  [undefined, undefined],
  ['', undefined],
  ['*/*', undefined],
  ['text/*, image/png', undefined],
  ['text/csv', 'text/csv'],
  ['Text/CSV; header=present', 'text/csv'],
  // Generated clients list all types of the document; the first one is preferred.
  ['application/json, text/event-stream, application/problem+json', 'application/json'],
  ['text/event-stream,application/json', 'text/event-stream'],
  ['application/json;q=0.5, text/csv', 'text/csv'],
  ['text/csv;q=0.9, application/json;q=0.9', 'text/csv'],
  ['text/csv;q=0', undefined],
  ['text/csv;q=0, application/json;q=0.1', 'application/json'],
  ['text/csv;q=nonsense', undefined],
])('Accept: %s', (accept, expected) => {
  expect(preferredType(accept, OFFERED)).toBe(expected);
});
