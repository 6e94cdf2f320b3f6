import type { ContentElement } from './action.js';

/**
 * The kind of an element that does nothing itself: its target is the id of the element that a scan of the object's plain code performs.
 * So printed codes still work when somebody chooses another action, and the ids that codes are bound to never change.
 */
const ON_SCAN_KIND = 'on-scan';
const ON_SCAN_ID = 'on-scan';

/**
 * The element that a scan performs: that which the code is bound to (`&element=<id>` in its link), else the one that the object names by
 * an element of the kind `on-scan`. Undefined: none; the object is shown. A code bound to an element that is gone performs nothing.
 */
export function elementOnScan(elements: readonly ContentElement[], boundTo: string | undefined): ContentElement | undefined {
  const id = boundTo ?? elements.find(({ kind }) => kind === ON_SCAN_KIND)?.target;
  return id === undefined ? undefined : elements.find((element) => element.id === id && element.kind !== ON_SCAN_KIND);
}

/** The elements with another one performed on a scan; undefined: none. For editors. */
export function withElementOnScan(elements: readonly ContentElement[], id: string | undefined): ContentElement[] {
  const others = elements.filter(({ kind }) => kind !== ON_SCAN_KIND);
  return id === undefined ? others : [...others, { id: freeId(others), kind: ON_SCAN_KIND, target: id }];
}

/** The elements that people see: without the mark. */
export const visibleElements = (elements: readonly ContentElement[]): ContentElement[] =>
  elements.filter(({ kind }) => kind !== ON_SCAN_KIND);

function freeId(elements: readonly ContentElement[]): string {
  let id = ON_SCAN_ID;
  for (let n = 2; elements.some((element) => element.id === id); n++) id = `${ON_SCAN_ID}-${n}`;
  return id;
}
