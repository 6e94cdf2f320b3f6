import { IsIn } from 'class-validator';
import type { CategoryValue, FieldType } from '#object-rules/object.js';
import { SafeFieldName, ValueOfType } from './field-value-rule.js';
import { Name } from './text-rule.js';

/** A reported value of a field; null clears it. */
export class FieldValueDto {
  @IsIn(['String', 'Number', 'Category'])
  type: FieldType;

  @Name('fieldName')
  @SafeFieldName()
  field: string;

  @ValueOfType()
  value: string | number | CategoryValue | null;
}
