/** Nested member names, such as `location.position.lat`; names with a special meaning in JSONata do not match. */
const SIMPLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}(?:\.[A-Za-z_][A-Za-z0-9_]{0,127}){0,15}$/;
const WORDS = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function', 'lambda']);

/** The path contains a list, for which JSONata returns values of all entries, so JSONata must evaluate it. */
export const WAY_OVER_A_LIST = Symbol('the way leads over a list');

/**
 * Most expressions are only a path. Reading it directly takes a seventh of the time per message, and no promise.
 * @returns undefined for an expression that is more than a path
 */
export function simplePath(expression: string): ((document: unknown) => unknown) | undefined {
  if (!SIMPLE.test(expression)) return undefined;
  const names = expression.split('.');
  if (names.some((name) => WORDS.has(name))) return undefined;
  return (document) => {
    let at = document;
    for (const name of names) {
      if (Array.isArray(at)) return WAY_OVER_A_LIST;
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
      at = (at as Record<string, unknown>)[name];
    }
    return Array.isArray(at) ? WAY_OVER_A_LIST : at;
  };
}
