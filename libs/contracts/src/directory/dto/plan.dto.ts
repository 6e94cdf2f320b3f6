import { IsIn, IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent, MayBeCleared } from '../../dto/presence.js';

const MAX = 1_000_000_000_000;

/** The limits of a plan; omitted or null means no limit. */
export class PlanLimitsDto {
  @MayBeCleared()
  @IsInt()
  @Min(1)
  @Max(MAX)
  callsPerMonth?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  callsPerSecond?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  elementsPerSecond?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  tokenCallsPerSecond?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  tokenElementsPerSecond?: number | null;

  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(3600)
  burstSeconds?: number;

  @MayBeCleared()
  @IsInt()
  @Min(1)
  @Max(10_000)
  elementsPerCall?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(1024)
  @Max(4_194_304)
  bodyBytes?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(1)
  @Max(36_500)
  historyDays?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(0)
  @Max(10_000)
  webhooks?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(0)
  @Max(MAX)
  objects?: number | null;

  @MayBeCleared()
  @IsInt()
  @Min(0)
  @Max(MAX)
  newObjectsPerDay?: number | null;

  @MayBeAbsent()
  @IsIn(['standard', 'backlog'])
  lane?: 'standard' | 'backlog';
}
