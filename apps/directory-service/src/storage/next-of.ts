/**
 * The value `next` of a page: where the next page starts, or null after the last one.
 * @param most rows of a whole page
 * @param name the member that the next page continues after
 */
export function nextOf<Row, Name extends keyof Row>(page: readonly Row[], most: number, name: Name): Row[Name] | null {
  return page.length === most ? page.at(-1)![name] : null;
}
