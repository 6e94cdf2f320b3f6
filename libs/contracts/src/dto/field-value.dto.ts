import { IsIn } from 'class-validator';
import type { CategoryValue, FieldType } from '#object-rules/object.js';
import { SafeFieldName, ValueOfType } from './field-value-rule.js';
import { Name } from './text-rule.js';

/** Specification 2.4; design 2 adds Number, and null to clear the value. */
export class FieldValueDto {
  @IsIn(['String', 'Number', 'Category'])
  type: FieldType;

  @Name('fieldName')
  @SafeFieldName()
  field: string;

  @ValueOfType()
  value: string | number | CategoryValue | null;
}
