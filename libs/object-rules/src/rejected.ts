import type { Decision } from './decision.js';
import { ELEMENT_CODES, type ElementCode } from './element-codes.js';

export function rejected(code: ElementCode, detail: string = ELEMENT_CODES[code]): Decision & { applied: false } {
  return { applied: false, code, detail };
}
