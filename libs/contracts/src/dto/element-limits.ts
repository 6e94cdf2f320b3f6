/** Sizes that an installation may set (design 2); characters are Unicode code points. */
export interface ElementLimits {
  externalId: number;
  fieldName: number;
  fieldsPerElement: number;
  stringValue: number;
  title: number;
  /** type, icon, and the ids, kinds and labels of content elements; names of categories; floor. */
  shortText: number;
  description: number;
  /** Targets of content elements. */
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

/** Decorators read the limits when they check, the compiled check when it is compiled: call it first. */
export function setElementLimits(limits: Partial<ElementLimits>): void {
  Object.assign(elementLimits, limits);
}
