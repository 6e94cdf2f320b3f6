import { ValidateBy } from 'class-validator';
import { type ElementLimit, elementLimits } from './element-limits.js';
import { describeRule } from './rule-schemas.js';

const SIZE_RULE = 'atMost';

/** An array with at most as many entries as the limit. */
export function AtMost(limit: ElementLimit): PropertyDecorator {
  return ValidateBy({
    name: SIZE_RULE,
    constraints: [limit],
    validator: { validate: (value) => !Array.isArray(value) || value.length <= elementLimits[limit] },
  });
}

describeRule(SIZE_RULE, ([limit]) => ({ maxItems: elementLimits[limit as ElementLimit] }));
