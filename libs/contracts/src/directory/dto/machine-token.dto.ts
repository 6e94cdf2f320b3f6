import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';
import { SCOPES, WORKSPACE_SCOPES } from '../scopes.js';
import { HumanName, PlainText, WorkspaceId } from './shapes.js';
import { ShownObjectsDto } from './shown-objects.dto.js';

/** Limits of a token in addition to its workspaces and scopes; omitted members set no limit. */
class NarrowingDto extends ShownObjectsDto {
  /** Prefix of the ids of objects. */
  @MayBeAbsent()
  @PlainText()
  idPrefix?: string;
}

/** The common members of requests for machine tokens. */
abstract class TokenOrderDto {
  /** For people: the machine that uses the token. */
  @HumanName()
  name: string;

  /** Default: 90 days. With the scope `operator`: at most a day; default: an hour. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(315_360_000)
  expiresInSeconds?: number;

  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => NarrowingDto)
  narrowed?: NarrowingDto;
}

/** A machine token of one workspace. */
export class NewTokenDto extends TokenOrderDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(WORKSPACE_SCOPES, { each: true })
  scopes: string[];
}

/** The same, requested by the operator: for several workspaces, or for none with the scope `operator`. */
export class NewOperatorTokenDto extends TokenOrderDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(Object.keys(SCOPES), { each: true })
  scopes: string[];

  /** At least one, unless `operator` is the token's only scope. */
  @IsArray()
  @ArrayMaxSize(100)
  @ArrayUnique()
  @WorkspaceId({ each: true })
  workspaces: string[];
}
