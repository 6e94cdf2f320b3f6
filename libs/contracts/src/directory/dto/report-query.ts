import { ValidateBy } from 'class-validator';
import { describeRule } from '../../dto/rule-schemas.js';

/** Parameters of a report by name, as stored in a dashboard. Only the app uses them; the directory does not interpret them. */
export type QueryParameters = Record<string, string | number | boolean | string[]>;

const REPORT_QUERY_RULE = 'reportQuery';

/** An object. Its schema describes the content; the directory checks its size. */
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
