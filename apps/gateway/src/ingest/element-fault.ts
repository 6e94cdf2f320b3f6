import type { ElementCode } from '#object-rules/element-codes.js';

/** Why an element is refused at the door. */
export interface ElementFault {
  code: ElementCode;
  detail: string;
  /** JSON pointer into the element. */
  pointer: string;
}
