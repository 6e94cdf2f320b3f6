import { Type } from 'class-transformer';
import { IsNumber, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { Described } from './described.js';
import { MayBeAbsent } from './presence.js';
import { NameOrNumber } from './text-rule.js';

/** Specification 2.3. */
export class NewPositionDto {
  @Described('Latitude in degrees, WGS 84.', 53.4)
  @IsNumber()
  @Min(-90)
  @Max(90)
  lat: number;

  @Described('Longitude in degrees, WGS 84.', -2.98)
  @IsNumber()
  @Min(-180)
  @Max(180)
  lon: number;

  @Described('Metres above sea level.', 18)
  @MayBeAbsent()
  @IsNumber()
  @Min(-12_000)
  @Max(100_000)
  alt?: number;
}

/** Properties other than `newPosition` are details of the position: they go through events, states, feeds and exports as they are. */
export class LocationUpdateDto {
  @IsObject()
  @ValidateNested()
  @Type(() => NewPositionDto)
  newPosition: NewPositionDto;

  @Described('Accuracy: a radius in metres.', 4)
  @MayBeAbsent()
  @IsNumber()
  @Min(0)
  accuracy?: number;

  @Described('Floor of a building: a name or a number.', '2')
  @MayBeAbsent()
  @NameOrNumber('shortText')
  floor?: string | number;

  @Described('Direction of movement in degrees, clockwise from true north.', 270)
  @MayBeAbsent()
  @IsNumber()
  @Min(0)
  @Max(360)
  heading?: number;

  @Described('Speed over ground in metres per second.', 1.4)
  @MayBeAbsent()
  @IsNumber()
  @Min(0)
  speed?: number;
}
