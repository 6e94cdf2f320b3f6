import { IsInt, IsNumber, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';

/** An expected fleet; the answer shows whether it fits a plan. */
export class FleetDto {
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  objects!: number;

  @IsNumber()
  @Min(0)
  @Max(3_600_000)
  updatesPerObjectPerHour!: number;

  /** Updates per call. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  elementsPerCall!: number;

  /** All reads of the workspace together, polls of the feed included. */
  @MayBeAbsent()
  @IsNumber()
  @Min(0)
  @Max(3_600_000_000)
  readsPerHour?: number;

  /** Number of tokens that share the calls; default: 1. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  tokens?: number;
}
