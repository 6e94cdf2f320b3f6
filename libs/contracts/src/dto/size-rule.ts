import { ValidateBy } from 'class-validator';
import { type ElementLimit, elementLimits } from './element-limits.js';
import { describeRule } from './rule-schemas.js';

const SIZE_RULE = 'atMost';

/** An array of no more entries than the limit says. */
export function AtMost(limit: ElementLimit): PropertyDecorator {
  return ValidateBy({
    name: SIZE_RULE,
    constraints: [limit],
    validator: { validate: (value) => !Array.isArray(value) || value.length <= elementLimits[limit] },
  });
}

describeRule(SIZE_RULE, ([limit]) => ({ maxItems: elementLimits[limit as ElementLimit] }));
