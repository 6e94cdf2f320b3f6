import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsInt, IsNumber, Max, Min, ValidateNested } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { HumanName, ShortText } from './shapes.js';

/** One of the values that a field of type Category may have. */
export class FieldCategoryDto {
  @ShortText()
  namespace: string;

  @ShortText()
  categoryName: string;

  /** Label for people; default: categoryName. */
  @MayBeAbsent()
  @HumanName()
  label?: string;

  /** `#rrggbb`. */
  @MayBeAbsent()
  @Shaped('^#[0-9a-fA-F]{6}$', 'must be a colour such as #00aa5b')
  color?: string;

  @MayBeAbsent()
  @ShortText()
  icon?: string;
}

/** The meaning of a field in a workspace. */
export class FieldDefinitionDto {
  @IsIn(['String', 'Number', 'Category'])
  type: 'String' | 'Number' | 'Category';

  /** Label for people; default: the name of the field. */
  @MayBeAbsent()
  @HumanName()
  label?: string;

  /** Only for type Number; shown after the value, such as `km/h`. */
  @MayBeAbsent()
  @ShortText()
  unit?: string;

  /** Only for type Number: number of shown decimal places. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(10)
  decimals?: number;

  /** Only for type Number: minimum. */
  @MayBeAbsent()
  @IsNumber()
  min?: number;

  /** Only for type Number: maximum. */
  @MayBeAbsent()
  @IsNumber()
  max?: number;

  /** Only for type Category: the allowed values; omitted: any. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => FieldCategoryDto)
  categories?: FieldCategoryDto[];

  /** Types of objects that the field belongs to; omitted: all. Only a hint for showing the field; values for other types are accepted. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @ShortText({ each: true })
  objectTypes?: string[];

  /**
   * Default: `approved`. Only approved definitions are checked against values. Values of an ignored field are accepted and not offered for
   * review.
   */
  @MayBeAbsent()
  @IsIn(['proposed', 'approved', 'ignored'])
  review?: 'proposed' | 'approved' | 'ignored';

  /** How to treat an element whose value breaks the definition: `warn` (the default) applies it with a warning, `reject` refuses it. */
  @MayBeAbsent()
  @IsIn(['warn', 'reject'])
  onConflict?: 'warn' | 'reject';
}
