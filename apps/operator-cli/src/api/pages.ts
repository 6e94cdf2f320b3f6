import type { ApiClient } from './api-client.js';

export interface PagedList {
  path: string;
  /** Member of the page that contains the entries. */
  entries: string;
  /** Query parameter for the page's `next`; omitted: `next` is the address of the next page. */
  cursorParameter?: string;
  query?: Readonly<Record<string, string | undefined>>;
}

/** All entries of a list; pages are requested as needed. @throws Error if the service returns the same page again */
export async function* entriesOf<T>(
  api: Pick<ApiClient, 'get'>,
  { path, entries, cursorParameter, query = {} }: PagedList,
): AsyncGenerator<T> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  let address: string | undefined = addressOf(path, given);
  while (address !== undefined) {
    const page: Record<string, unknown> = await api.get(address);
    yield* (page[entries] ?? []) as T[];
    const { next } = page;
    const following: string | undefined =
      next === null || next === undefined
        ? undefined
        : cursorParameter === undefined
          ? String(next)
          : addressOf(path, [...given, [cursorParameter, String(next)]]);
    if (following === address) throw new Error(`The page ${address} names itself as its next page.`);
    address = following;
  }
}

export async function allOf<T>(entries: AsyncIterable<T>, max = Infinity): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) {
    if (all.length >= max) break;
    all.push(entry);
  }
  return all;
}

function addressOf(path: string, query: readonly [string, string][]): string {
  return query.length === 0 ? path : `${path}?${new URLSearchParams([...query])}`;
}
