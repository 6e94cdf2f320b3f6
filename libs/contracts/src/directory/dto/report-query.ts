import { ValidateBy } from 'class-validator';
import { describeRule } from '../../dto/rule-schemas.js';

/** Parameters of a report by name, as a dashboard keeps them: the app asks with them, nothing here interprets them. */
export type QueryParameters = Record<string, string | number | boolean | string[]>;

const REPORT_QUERY_RULE = 'reportQuery';

/** An object; what it may hold is in its schema, its bounds are checked where it is kept. */
export function ReportQuery(): PropertyDecorator {
  return ValidateBy({
    name: REPORT_QUERY_RULE,
    validator: { validate: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  });
}

describeRule(REPORT_QUERY_RULE, () => ({
  type: 'object',
  additionalProperties: true,
  description:
    'At most 30 parameters of reports by name (from, to, group, …), together at most 2,000 characters as ' +
    'JSON: texts, numbers, booleans, lists of texts.',
}));
