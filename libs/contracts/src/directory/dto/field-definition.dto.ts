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

  /** What people see; the categoryName when left out. */
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

/** The meaning of a field in a workspace (specification 2.4). */
export class FieldDefinitionDto {
  @IsIn(['String', 'Number', 'Category'])
  type: 'String' | 'Number' | 'Category';

  /** What people see; the name of the field when left out. */
  @MayBeAbsent()
  @HumanName()
  label?: string;

  /** Of a Number, as it is written behind the value: `km/h`. */
  @MayBeAbsent()
  @ShortText()
  unit?: string;

  /** Of a Number: how many are shown behind the point. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(10)
  decimals?: number;

  /** Of a Number: least value. */
  @MayBeAbsent()
  @IsNumber()
  min?: number;

  /** Of a Number: largest value. */
  @MayBeAbsent()
  @IsNumber()
  max?: number;

  /** Of a Category: the possible values; left out: any. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => FieldCategoryDto)
  categories?: FieldCategoryDto[];

  /** Types of objects that it belongs to; left out: all. For those who show it; no value is refused for it. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @ShortText({ each: true })
  objectTypes?: string[];

  /**
   * `approved` when left out. Only approved definitions are checked against values; values of an ignored field are taken and
   * not offered for review.
   */
  @MayBeAbsent()
  @IsIn(['proposed', 'approved', 'ignored'])
  review?: 'proposed' | 'approved' | 'ignored';

  /** What becomes of an element whose value breaks the definition: `warn` (when left out) applies it and says so, `reject` refuses it. */
  @MayBeAbsent()
  @IsIn(['warn', 'reject'])
  onConflict?: 'warn' | 'reject';
}
