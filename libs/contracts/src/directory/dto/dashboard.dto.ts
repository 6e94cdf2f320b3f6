import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { type QueryParameters, ReportQuery } from './report-query.js';
import { LineOfText } from './shapes.js';

const COLUMNS = 12;

/** One figure, chart, table or map of a dashboard, on a grid of 12 columns. */
export class DashboardTileDto {
  /** Chosen by the client; unique in the dashboard. */
  @Shaped('^[A-Za-z0-9_-]{1,64}$', 'must be 1…64 letters, digits, - or _')
  id: string;

  @IsIn(['number', 'series', 'bar', 'table', 'map', 'heatmap', 'stale'])
  kind: 'number' | 'series' | 'bar' | 'table' | 'map' | 'heatmap' | 'stale';

  /** May be empty. */
  @Shaped('^[^\\p{Cc}\\p{Cs}]{0,120}$', 'must be a text of at most 120 characters without control characters')
  title: string;

  /** Column, from 0; `x` + `w` is at most 12. */
  @IsInt()
  @Min(0)
  @Max(COLUMNS - 1)
  x: number;

  /** Row, from 0. */
  @IsInt()
  @Min(0)
  @Max(999)
  y: number;

  @IsInt()
  @Min(1)
  @Max(COLUMNS)
  w: number;

  @IsInt()
  @Min(1)
  @Max(100)
  h: number;

  @ReportQuery()
  query: QueryParameters;
}

/** The content of a dashboard. */
export class DashboardDto {
  @LineOfText(120)
  name: string;

  @IsArray()
  @ArrayMaxSize(40)
  @ValidateNested({ each: true })
  @Type(() => DashboardTileDto)
  tiles: DashboardTileDto[];

  /** Filters of all tiles; default: none. */
  @MayBeAbsent()
  @ReportQuery()
  filters?: QueryParameters;
}
