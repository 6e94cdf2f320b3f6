/** Limits that an installation can set; characters are Unicode code points. */
export interface ElementLimits {
  externalId: number;
  fieldName: number;
  fieldsPerElement: number;
  stringValue: number;
  title: number;
  /** For type, icon and floor, ids, kinds and labels of content elements, and names of categories. */
  shortText: number;
  description: number;
  /** For targets of content elements. */
  target: number;
  contentElements: number;
}

/** The defaults; `setElementLimits` changes them once, before the first check is compiled. */
export const elementLimits: ElementLimits = {
  externalId: 256,
  fieldName: 128,
  fieldsPerElement: 64,
  stringValue: 4096,
  title: 256,
  shortText: 256,
  description: 4096,
  target: 2048,
  contentElements: 64,
};

export type ElementLimit = keyof ElementLimits;

/** Call it first: decorators read the limits at each check, but compiled checks when they are compiled. */
export function setElementLimits(limits: Partial<ElementLimits>): void {
  Object.assign(elementLimits, limits);
}
