import { IsArray, IsInt, IsObject, Matches, Max, Min } from 'class-validator';
import { HumanName, Instant, ShortText } from '../../directory/dto/shapes.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { NameOrNumber } from '../../dto/text-rule.js';

const YEAR_S = 366 * 24 * 60 * 60;

/** The content of an area; libs/geofence checks its geometry. */
export class AreaContentDto {
  @HumanName()
  name: string;

  @MayBeAbsent()
  @ShortText()
  category?: string;

  @MayBeAbsent()
  @NameOrNumber('shortText')
  floor?: string | number;

  /** GeoJSON Polygon or MultiPolygon (RFC 7946), or {"type":"Circle","center":[lon,lat],"radius":metres}. */
  @IsObject()
  geometry: object;

  /** Default: 30. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(3600)
  confirmSeconds?: number;

  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(YEAR_S)
  dwellSeconds?: number;

  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(YEAR_S)
  absentSeconds?: number;
}

/** An area from the installation that the workspace is moved from. */
export class AdoptedAreaDto extends AreaContentDto {
  @Instant()
  createdAt: string;
}

/**
 * A GeoJSON FeatureCollection (RFC 7946, 3.3): each feature becomes an area with the name from its property `name`; a Point becomes a
 * circle with the radius from its property `radius`.
 */
export class AreaCollectionDto {
  @Matches(/^FeatureCollection$/)
  type: string;

  @IsArray()
  @IsObject({ each: true })
  features: object[];
}
