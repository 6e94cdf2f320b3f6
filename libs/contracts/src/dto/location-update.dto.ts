import { Type } from 'class-transformer';
import { IsNumber, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { MayBeAbsent } from './presence.js';
import { NameOrNumber } from './text-rule.js';

/** Specification 2.3: WGS 84 degrees, altitude in metres above sea level. */
export class NewPositionDto {
  @IsNumber()
  @Min(-90)
  @Max(90)
  lat: number;

  @IsNumber()
  @Min(-180)
  @Max(180)
  lon: number;

  @MayBeAbsent()
  @IsNumber()
  @Min(-12_000)
  @Max(100_000)
  alt?: number;
}

export class LocationUpdateDto {
  @IsObject()
  @ValidateNested()
  @Type(() => NewPositionDto)
  newPosition: NewPositionDto;

  /** Radius in metres. */
  @MayBeAbsent()
  @IsNumber()
  @Min(0)
  accuracy?: number;

  @MayBeAbsent()
  @NameOrNumber('shortText')
  floor?: string | number;
}
