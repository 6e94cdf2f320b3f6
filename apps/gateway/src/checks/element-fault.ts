import type { ElementCode } from '#object-rules/element-codes.js';

/** Why the gateway refuses an element. */
export interface ElementFault {
  code: ElementCode;
  detail: string;
  /** JSON pointer into the element. */
  pointer: string;
}
