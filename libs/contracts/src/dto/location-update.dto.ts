import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { COORDINATES, POSITION_DETAILS } from '#object-rules/position.js';
import { NumberOf } from './number-rule.js';
import { MayBeAbsent } from './presence.js';
import { NameOrNumber } from './text-rule.js';

/** A reported position. */
export class NewPositionDto {
  @NumberOf(COORDINATES.lat)
  lat: number;

  @NumberOf(COORDINATES.lon)
  lon: number;

  @MayBeAbsent()
  @NumberOf(COORDINATES.alt)
  alt?: number;
}

/** Properties other than `newPosition` are details of the position; events, states, feeds and exports have them unchanged. */
export class LocationUpdateDto {
  @IsObject()
  @ValidateNested()
  @Type(() => NewPositionDto)
  newPosition: NewPositionDto;

  @MayBeAbsent()
  @NumberOf(POSITION_DETAILS.accuracy)
  accuracy?: number;

  @MayBeAbsent()
  @NameOrNumber('shortText')
  floor?: string | number;

  @MayBeAbsent()
  @NumberOf(POSITION_DETAILS.heading)
  heading?: number;

  @MayBeAbsent()
  @NumberOf(POSITION_DETAILS.speed)
  speed?: number;

  @MayBeAbsent()
  @NumberOf(POSITION_DETAILS.satellites)
  satellites?: number;
}
