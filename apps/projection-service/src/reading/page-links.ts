import type { Narrowing } from '#identity/caller.js';
import { narrowingKey } from '#identity/narrowing.js';
import type { RawQuery } from './query-parameters.js';

/** The text that page cursors are bound to: the list, its filter and the narrowing of the token. */
export function listName<F extends { narrowing?: Narrowing }>(list: string, { narrowing, ...filter }: F): string {
  return JSON.stringify([list, filter, ...(narrowing ? [narrowingKey(narrowing)] : [])]);
}

/** The URL of the next page of the list. */
export function nextUrl(path: string, query: RawQuery, page: string): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    name === 'page' ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return `${path}?${new URLSearchParams([...parameters, ['page', page]]).toString()}`;
}
