import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';
import { PlainText } from './shapes.js';

/** Limits that both tokens and share links can have. */
export abstract class ShownObjectsDto {
  /** Types of objects. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @PlainText({ each: true })
  types?: string[];

  /** Names of fields. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @PlainText({ each: true })
  fields?: string[];
}
