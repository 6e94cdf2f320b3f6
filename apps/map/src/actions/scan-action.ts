import type { ContentElement } from './action.js';

/**
 * The kind of an element without an action of its own: its target is the id of the element that a scan of the object's plain code performs.
 * So people can choose another action without changing printed codes or the ids that codes are bound to.
 */
const ON_SCAN_KIND = 'on-scan';
const ON_SCAN_ID = 'on-scan';

/**
 * The element that a scan performs: the one the code is bound to (`&element=<id>` in its link), otherwise the one in the object's element
 * of kind `on-scan`. Undefined if there is none; then the object is shown. A code that is bound to a removed element performs nothing.
 */
export function elementOnScan(elements: readonly ContentElement[], boundTo: string | undefined): ContentElement | undefined {
  const id = boundTo ?? elements.find(({ kind }) => kind === ON_SCAN_KIND)?.target;
  return id === undefined ? undefined : elements.find((element) => element.id === id && element.kind !== ON_SCAN_KIND);
}

/** The elements, changed so that a scan performs this element; undefined: none. For editors. */
export function withElementOnScan(elements: readonly ContentElement[], id: string | undefined): ContentElement[] {
  const others = elements.filter(({ kind }) => kind !== ON_SCAN_KIND);
  return id === undefined ? others : [...others, { id: freeId(others), kind: ON_SCAN_KIND, target: id }];
}

/** The elements that people see, without the one of kind `on-scan`. */
export const visibleElements = (elements: readonly ContentElement[]): ContentElement[] =>
  elements.filter(({ kind }) => kind !== ON_SCAN_KIND);

function freeId(elements: readonly ContentElement[]): string {
  let id = ON_SCAN_ID;
  for (let n = 2; elements.some((element) => element.id === id); n++) id = `${ON_SCAN_ID}-${n}`;
  return id;
}
