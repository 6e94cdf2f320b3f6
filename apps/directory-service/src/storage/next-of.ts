/**
 * The value `next` of a page: where the next page starts, or null after the last page.
 * @param max number of rows of a full page
 * @param name the property after which the next page continues
 */
export function nextOf<Row, Name extends keyof Row>(page: readonly Row[], max: number, name: Name): Row[Name] | null {
  return page.length === max ? page.at(-1)![name] : null;
}
