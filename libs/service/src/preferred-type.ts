import { weightedEntries } from './weighted-entries.js';

/**
 * The media type that a client prefers among those of a route: by the weights of its header Accept, then by their order there.
 * Undefined when the header names none of them, as with a wildcard: then the route's usual one is right.
 */
export function preferredType<T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  const named = weightedEntries(accept ?? '').flatMap(({ name, q = '1' }) => {
    const type = offered.find((each) => each === name);
    return type === undefined ? [] : [{ type, q: Number(q) || 0 }];
  });
  const [best] = named.toSorted((a, b) => b.q - a.q);
  return best !== undefined && best.q > 0 ? best.type : undefined;
}
